import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";

const root = join(import.meta.dirname, "../../../..");

describe("repository", () => {
  it("mentions Fringe Drifters only in collection/, its contract and scripts/lab", async () => {
    const files = ["api", "scripts", "web", "contracts", "hardhat.config.ts"];
    const others = [
      ...[":!scripts/lab", ":!scripts/shared/ownTests.ts", ":!scripts/test/runner/ownNoun.ts"],
      ...[":!contracts/FringeDrifters.sol", ":!*.json"],
    ];
    const { stdout } = await promisify(execFile)(
      "git",
      ["grep", "--untracked", "-niE", "drifter|fringe", "--", ...files, ...others],
      { cwd: root, maxBuffer: 2 ** 24 },
    );
    // The field `drifterId` and stored formats have the same name in every collection.
    const frozen = /drifter_?ids?|fringe-drifters[:-](checkpoint|stories|problem)/gi;
    const found = stdout
      .split("\n")
      .filter((line) => /drifter|fringe/i.test(line.replaceAll(frozen, "")));
    expect(found).to.deep.equal([]);
  });
});
