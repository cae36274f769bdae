import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { CorruptFileError, DurableFile } from "../../api/src/durableFile.ts";
import { temporaryFolder } from "./apiFixture.ts";

describe("DurableFile", () => {
  let folder: string;
  let path: string;
  let file: DurableFile<unknown>;
  beforeEach(async () => {
    folder = await temporaryFolder();
    path = join(folder, "7.json");
    file = new DurableFile(path, (value) => value);
  });

  it("reads what was written, and null before that", async () => {
    expect(await file.read()).to.equal(null);
    await file.write({ text: "dust \u{1f3dc}" });
    expect(await file.read()).to.deep.equal({ text: "dust \u{1f3dc}" });
    expect(await readdir(folder)).to.deep.equal(["7.json"]);
  });

  it("refuses bytes that are not UTF-8 instead of mending them", async () => {
    await writeFile(path, Buffer.from([0x22, 0xff, 0x22]));
    const error = await file.read().catch((error) => error);
    expect(error).to.be.instanceOf(CorruptFileError);
  });

  it("keeps the old content when the new cannot be written as JSON", async () => {
    await file.write("old");
    const failure = await file.write({ size: 1n }).catch((error) => error);
    expect(failure).to.be.instanceOf(TypeError);
    expect(await readFile(path, "utf8")).to.equal('"old"');
    expect(await readdir(folder)).to.deep.equal(["7.json"]);
  });

  it("leaves no temporary file behind when the last step fails", async () => {
    await mkdir(path);
    const failure = await file.write("new").catch((error) => error);
    expect(failure).to.have.property("syscall", "rename");
    expect(await readdir(folder)).to.deep.equal(["7.json"]);
  });
});
