import { expect } from "chai";
import { account } from "../../support/api/apiFixture.ts";
import { minter, useMintCommand } from "../../support/commands/mintCommand.ts";

const nobody = "0x0000000000000000000000000000000000000000";

describe("npm run trace", () => {
  const at = useMintCommand();

  it("shows calls and events of a mint of 20", async () => {
    const { status, stdout } = await at.trace(await at.mintOnce(20n));
    expect(status).to.equal(0);
    const [call = "", ...rest] = stdout.trimEnd().split("\n");
    expect(call).to.match(
      /^FringeDrifters\.FringeMint\(hash: 0x\w{64}, signature: 0x\w{16}…\w{8}, transactionID: "7", qty: 20\) with 1\.6 ETH \[[\d,]+ gas\]$/,
    );
    expect(rest).to.deep.equal([
      "├─ staticcall ecrecover() [3,000 gas]",
      ...Array.from({ length: 20 }, (_, index) => {
        const branch = index === 19 ? "└─" : "├─";
        return `${branch} event Transfer(from: ${nobody}, to: ${minter}, tokenId: ${index + 1})`;
      }),
    ]);
  });

  describe("names the error, its contract, cause and fix", () => {
    const reverts: { when: string; args: string[]; title: string; contract: string }[] = [
      {
        when: "of a mint with another hash",
        args: ["FringeMint", `0x${"11".repeat(32)}`, "0x22", "7", "1", "--value", "0.08"],
        title: "AuthenticationFailed",
        contract: "FringeDrifters",
      },
      {
        when: "with its arguments",
        args: ["adjustPhases", "Clash", "5", "2000"],
        title: 'PhaseOverlaps("Ember")',
        contract: "FringeDrifters",
      },
      {
        when: "of a package",
        args: ["adjustPrice(0.1 ether)", "--as", "3"],
        title: `OwnableUnauthorizedAccount(${account(3).address})`,
        contract: "FringeDrifters",
      },
    ];
    for (const { when, args, title, contract } of reverts) {
      it(when, async () => {
        const { status, stdout } = await at.trace(...args);
        expect(status).to.equal(1);
        expect(stdout).to.contain(` ✘ ${title}\n`);
        expect(stdout).to.match(/\n {2}cause {2}\S.*\n {2}fix {4}\S.*\n$/);
        expect(stdout).to.contain(`\n✘ ${title} in ${contract}\n`);
      });
    }
  });

  it("decodes the constructor's arguments of a deployment", async () => {
    const { hash = "" } = at.fixture.contract.deploymentTransaction() ?? {};
    const { stdout } = await at.trace(hash);
    expect(stdout).to.match(
      new RegExp(
        `^create FringeDrifters\\.constructor\\(baseURI: "", startingSignerAddress: ${account(1).address}\\)`,
      ),
    );
  });

  it("sorts the calls by their own gas with --gas", async () => {
    const { stdout } = await at.trace(await at.mintOnce(1n), "--gas");
    const [title, mint = "", recover] = stdout.split("\n");
    expect(title).to.match(/^ *own gas +with calls +call$/);
    const [own, all, call] = mint.trim().split(/ {2,}/);
    const gas = (text = "") => Number(text.replaceAll(",", ""));
    expect(gas(all) - gas(own)).to.equal(3_000);
    expect(call).to.match(/^FringeDrifters\.FringeMint\(/);
    expect(recover).to.match(/3,000 +3,000 +staticcall ecrecover\(\)$/);
  });

  it("says that the chain has no such transaction", async () => {
    const hash = `0x${"11".repeat(32)}`;
    expect(await at.trace(hash)).to.deep.equal({
      status: 1,
      stdout: "",
      stderr: `Chain 31337 has no transaction ${hash}.\n`,
    });
  });

  it("says how long a hash is", async () => {
    const { status, stderr } = await at.trace("0x1234");
    expect(status).to.equal(2);
    expect(stderr).to.contain(`A transaction's hash is 0x and 64 hex digits, not "0x1234".`);
  });

  describe("explains a call that cannot be made", () => {
    const mistakes: { when: string; args: string[]; says: string }[] = [
      {
        when: "of no function",
        args: ["adjustPrise", "1"],
        says: 'The contract has no function "adjustPrise". Did you mean adjustPrice?',
      },
      {
        when: "with too few arguments",
        args: ["adjustPhases", "Ember"],
        says: "Wrong number of arguments. Use adjustPhases(string PhaseName, uint64 startPoint, uint64 endPoint).",
      },
      {
        when: "with an invalid argument",
        args: ["adjustPrice", "cheap"],
        says: 'uint256 newPrice of adjustPrice: "cheap" is invalid.',
      },
      {
        when: "by an account that the node does not have",
        args: ["toggleMint", "--as", "99"],
        says: "The node has no account 99: give --as an address.",
      },
    ];
    for (const { when, args, says } of mistakes) {
      it(when, async () => {
        const { status, stderr } = await at.trace(...args);
        expect(status).to.equal(1);
        expect(stderr).to.contain(says);
      });
    }
  });
});
