import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { encodeErrorResult } from "viem";
import { collectionAbi } from "#chain/abi";
import { withApiErrorTable } from "../../../scripts/commands/explain/formats.ts";
import { runExplain } from "../../../scripts/commands/explain/runExplain.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";
import { expectTranscript, itPrints } from "../../support/commands/transcript.ts";

const root = join(import.meta.dirname, "../../..");
const explain = (words: string[]) => runInProcess((output) => runExplain(words, output));

describe("npm run explain", () => {
  itPrints("prints an error's rule, cause and fix, by selector, revert data or name", async () => {
    const args = ["First Dust"] as const;
    const overlap = encodeErrorResult({ abi: collectionAbi, errorName: "PhaseOverlaps", args });
    await expectTranscript("explain", { run: explain, names: { overlap } });
  });
});

describe("npm run explain -- --write", () => {
  it("writes only between the markers in docs/api.md, and fails without them", async () => {
    const written = await readFile(join(root, "docs/api.md"), "utf8");
    const withoutOne = written.replace(/^\| 500 \| `internal` .*\n/m, "");
    expect(withoutOne).not.to.equal(written);
    expect(withApiErrorTable(withoutOne)).to.equal(written);
    expect(() => withApiErrorTable("# Operate\n")).to.throw(
      "The document lacks the markers of the API's errors",
    );
  });
});
