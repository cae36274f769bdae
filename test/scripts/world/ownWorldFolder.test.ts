import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { ownWorldFolder } from "../../../scripts/world/ownWorldFolder.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

describe("ownWorldFolder", () => {
  let directory: string;
  const story = () => readFile(join(directory, "story"), "utf8");

  beforeEach(async () => {
    directory = join(await temporaryFolder(), "world");
    expect(await ownWorldFolder(directory, "Drifters")).to.equal(undefined);
    await writeFile(join(directory, "story"), "of a drifter");
  });

  it("does not move the same collection's folder", async () => {
    expect(await ownWorldFolder(directory, "Drifters")).to.equal(undefined);
    expect(await story()).to.equal("of a drifter");
  });

  it("moves a different collection's folder aside, and restores it later", async () => {
    const message = await ownWorldFolder(directory, "Keepers");
    expect(message).to.include("belonged to Drifters").and.include(`${directory}-Drifters`);
    expect(await story().catch(({ code }) => code)).to.equal("ENOENT");
    await writeFile(join(directory, "story"), "of a keeper");
    await ownWorldFolder(directory, "Drifters");
    expect(await story()).to.equal("of a drifter");
    await ownWorldFolder(directory, "Keepers");
    expect(await story()).to.equal("of a keeper");
  });

  it("rejects a second folder for the same collection, and moves nothing", async () => {
    await mkdir(`${directory}-Drifters`);
    const failure = await ownWorldFolder(directory, "Keepers").catch(({ message }) => message);
    expect(failure).to.include("both belong to Drifters");
    expect(await story()).to.equal("of a drifter");
  });
});
