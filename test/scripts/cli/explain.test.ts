import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { encodeErrorResult } from "viem";
import { collectionAbi } from "#chain/abi";
import { findErrors } from "../../../scripts/cli/explain/errorAtlas.ts";
import { withApiErrorTable } from "../../../scripts/cli/explain/formats.ts";
import { runExplain } from "../../../scripts/cli/explain/runExplain.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";

const root = join(import.meta.dirname, "../../..");
const explain = (error: string) => runInProcess((output) => runExplain([error], output));

describe("npm run explain", () => {
  it("explains an error by its selector: rule, cause and fix", async () => {
    const { status, stdout } = await explain("0xfb5f8423");
    expect(status).to.equal(0);
    expect(stdout).to.equal(`0xfb5f8423  PastSupply()
  rule   FringeMint, gift: the phase has enough IDs left
  cause  The phase has fewer drifters left, or has no IDs yet.
  fix    Choose a smaller quantity; the owner can extend the phase with adjustPhases or switch to another with changePhase.
`);
  });

  it("decodes the arguments of complete revert data", () => {
    const data = encodeErrorResult({
      abi: collectionAbi,
      errorName: "PhaseOverlaps",
      args: ["First Dust"],
    });
    expect(findErrors(data).map(({ given }) => given)).to.deep.equal([
      'PhaseOverlaps("First Dust")',
    ]);
  });

  it("names and explains the closest error for a misspelled name", async () => {
    const { status, stdout, stderr } = await explain("NotEnoughEht");
    expect(status).to.equal(1);
    expect(stderr).to.contain("the closest is NotEnoughEth.");
    expect(stdout).to.match(
      /^0x\w{8} {2}NotEnoughEth\(\)\n {2}rule .+\n {2}cause .+\n {2}fix .+\n$/,
    );
  });

  it("exits with 1 for an unknown error", async () => {
    const { status, stderr } = await explain("0xdeadbeef");
    expect(status).to.equal(1);
    expect(stderr).to.contain('The collection has no error "0xdeadbeef";');
  });
});

describe("npm run explain -- --write", () => {
  it("writes only between the markers of docs/api.md, and fails without them", async () => {
    const written = await readFile(join(root, "docs/api.md"), "utf8");
    const withoutOne = written.replace(/^\| 500 \| `internal` .*\n/m, "");
    expect(withoutOne).not.to.equal(written);
    expect(withApiErrorTable(withoutOne)).to.equal(written);
    expect(() => withApiErrorTable("# Operate\n")).to.throw(
      "The document lacks the markers of the API's errors",
    );
  });
});
