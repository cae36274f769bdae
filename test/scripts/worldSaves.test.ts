import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { listSaves, recoverSaves } from "../../scripts/world/saves.ts";

describe("the snapshots of the local world", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "fringe-drifters-saves-"));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const keep = async (folder: string, text: string) => {
    await mkdir(join(directory, "saves", folder), { recursive: true });
    await writeFile(join(directory, "saves", folder, "world.json"), text);
  };

  it("keep the previous snapshot if the world was killed while replacing it", async () => {
    await keep(".mine.former", "as it was");
    expect(await listSaves(directory)).to.deep.equal(["mine"]);
    await recoverSaves(directory);
    const file = join(directory, "saves", "mine", "world.json");
    expect(await readFile(file, "utf8")).to.equal("as it was");
  });

  it("hold the new snapshot once it is complete, and no longer the previous one", async () => {
    await keep(".mine.former", "as it was");
    await keep("mine", "as it is");
    expect(await listSaves(directory)).to.deep.equal(["mine"]);
    await recoverSaves(directory);
    expect(await readdir(join(directory, "saves"))).to.deep.equal(["mine"]);
    const file = join(directory, "saves", "mine", "world.json");
    expect(await readFile(file, "utf8")).to.equal("as it is");
  });
});
