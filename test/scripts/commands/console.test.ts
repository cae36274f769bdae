import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { runConsole } from "../../../scripts/commands/console/runConsole.ts";
import { minter, useMintCommand } from "../../support/commands/mintCommand.ts";

describe("npm run console", () => {
  const at = useMintCommand();
  async function ask(lines: readonly string[], args: string[] = []) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    input.end(`${lines.join("\n")}\n`);
    const printed = text(output);
    const status = await runConsole(args, at.environment, { input, output });
    output.end();
    return { status, printed: await printed };
  }

  it("waits for each line's result, in order", async () => {
    const lines = ["const { phase } = { phase: await contract.CURRENTPHASE() }", "phase"];
    const { status, printed } = await ask([...lines, "contract.MAXBATCH()", "ether('0.5')"]);
    expect(printed).to.equal("'Ember'\n20n\n500000000000000000n\n");
    expect(status).to.equal(0);
  });

  it("names the fields of a struct", async () => {
    const { printed } = await ask(["contract.AllPhases('Ember')"]);
    expect(printed).to.match(/^\{ startingPoint: \d+n, endPoint: \d+n, currentCount: 0n \}\n$/);
  });

  it("sends with the chosen account, and shows the block", async () => {
    const { printed } = await ask(["contract.adjustMaxBatch(7)", "contract.MAXBATCH()"]);
    const [block, max] = printed.split("\n");
    expect(block).to.match(/^Block \d+, \d+ gas: trace\("0x[0-9a-f]{64}"\)$/);
    expect(max).to.equal("7n");
  });

  it("explains a revert and a wrong line in words, and goes on", async () => {
    const lines = ["contract.connect(accounts[2]).toggleMint()", "missing", ")", "1 + 1"];
    const { printed } = await ask(lines);
    expect(printed).to.equal(
      `✘ OwnableUnauthorizedAccount(${minter})
  cause  Only the collection's owner can do this.
  fix    Send it from the owner's wallet.
✘ ReferenceError: missing is not defined
✘ SyntaxError: Unexpected token ')'
2
`,
    );
  });

  it("runs the commands on the same chain", async () => {
    const { printed } = await ask([
      `trace("adjustMaxBatch", 9n)`,
      `mint("explain", "--wallet", accounts[2])`,
      `explain("NotMinting")`,
    ]);
    expect(printed).to.match(/^\w+\.adjustMaxBatch\(newMaxBatch: 9\) \[[\d,]+ gas\]\n/);
    expect(printed).to.include(`${minter} cannot mint 1 of “Ember”`);
    expect(printed).to.include("NotMinting()\n  rule ");
  });

  it("says why it cannot start", async () => {
    const { status, printed } = await ask([], ["--contract", minter]);
    expect(printed).to.equal(
      `Chain 31337 has no contract at ${minter}. Check --rpc and --contract.\n`,
    );
    expect(status).to.equal(1);
  });
});
