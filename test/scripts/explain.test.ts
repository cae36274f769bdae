import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { encodeErrorResult } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { type AtlasEntry, errorAtlas, findErrors } from "../../scripts/cli/explain/errorAtlas.ts";
import { asMarkdown } from "../../scripts/cli/explain/formats.ts";
import { runScript } from "../support/runScript.ts";

const root = join(import.meta.dirname, "../..");
const explain = (error: string) =>
  runScript("scripts/cli/explain.ts", [error], { cwd: root, environment: {} });

describe("npm run explain", () => {
  it("tells of an error by its selector: rule, cause, fix and proof", async () => {
    const { status, stdout } = await explain("0xfb5f8423");
    expect(status).to.equal(0);
    expect(stdout).to.match(/^0xfb5f8423 {2}\w+\(\)\n {2}rule .*\n {2}cause .*\.\n {2}fix .*\.\n/);
  });

  it("reads the arguments of all that a call reverted with", () => {
    const data = encodeErrorResult({
      abi: fringeDriftersAbi,
      errorName: "PhaseOverlaps",
      args: ["First Dust"],
    });
    expect(findErrors(data).map(({ given }) => given)).to.deep.equal([
      'PhaseOverlaps("First Dust")',
    ]);
  });

  it("finds errors by a part of their name, in whatever case", () => {
    expect(findErrors("batch").map(({ name }) => name)).to.deep.equal([
      "ExceedsAllowedBatch",
      "PastBoundsOfBatchLimit",
    ]);
  });

  it("says that there is no such error, and exits with 1", async () => {
    const { status, stderr } = await explain("0xdeadbeef");
    expect(status).to.equal(1);
    expect(stderr).to.contain('The collection has no error "0xdeadbeef".');
  });
});

describe("the error atlas", () => {
  const page = asMarkdown(errorAtlas());

  it("is docs/errors.md", async () => {
    const written = await readFile(join(root, "docs/errors.md"), "utf8");
    // Not the difference, which may be a page long.
    if (written !== page) expect.fail("docs/errors.md is stale: run `npm run explain -- --write`.");
  });

  it("is written there by --write, and nothing else is", async () => {
    const cwd = await mkdtemp(join(tmpdir(), "fringe-explain-"));
    try {
      await mkdir(join(cwd, "docs"));
      const { status, stdout } = await runScript("scripts/cli/explain.ts", ["--write"], {
        cwd,
        environment: {},
      });
      expect({ status, stdout }).to.deep.equal({ status: 0, stdout: "" });
      expect(await readFile(join(cwd, "docs/errors.md"), "utf8")).to.equal(page);
    } finally {
      await rm(cwd, { recursive: true });
    }
  });

  it("says of every error why and what to do, and names a test that there is", async () => {
    const complaints = await Promise.all(errorAtlas().map(complaintsAbout));
    expect(complaints.flat()).to.deep.equal([]);
  });
});

async function complaintsAbout({ name, rule, cause, fix, test }: AtlasEntry): Promise<string[]> {
  const source = await readFile(join(root, "test/contracts", test.file), "utf8");
  return [
    rule ? [] : `${name} has no rule.`,
    [cause, fix].every((sentence) => /^[A-Z].*\.$/.test(sentence))
      ? []
      : `${name}: cause and fix are sentences.`,
    source.includes(test.title) ? [] : `${name}: ${test.file} has no test “${test.title}”.`,
  ].flat();
}
