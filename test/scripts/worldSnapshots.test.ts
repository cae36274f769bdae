import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { listSnapshots, recoverSnapshots } from "../../scripts/world/snapshots.ts";

describe("the snapshots of the local world", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "fringe-drifters-snapshots-"));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const keep = async (folder: string, text: string) => {
    await mkdir(join(directory, "snapshots", folder), { recursive: true });
    await writeFile(join(directory, "snapshots", folder, "world.json"), text);
  };

  it("contain the previous snapshot if the world was killed while replacing it", async () => {
    await keep(".mine.former", "as it was");
    expect(await listSnapshots(directory)).to.deep.equal(["mine"]);
    await recoverSnapshots(directory);
    const file = join(directory, "snapshots", "mine", "world.json");
    expect(await readFile(file, "utf8")).to.equal("as it was");
  });

  it("contain only the new snapshot once it is complete", async () => {
    await keep(".mine.former", "as it was");
    await keep("mine", "as it is");
    expect(await listSnapshots(directory)).to.deep.equal(["mine"]);
    await recoverSnapshots(directory);
    expect(await readdir(join(directory, "snapshots"))).to.deep.equal(["mine"]);
    const file = join(directory, "snapshots", "mine", "world.json");
    expect(await readFile(file, "utf8")).to.equal("as it is");
  });
});
