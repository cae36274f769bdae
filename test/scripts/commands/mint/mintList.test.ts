import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runMint } from "../../../../scripts/commands/mint/runMint.ts";
import { account } from "../../../support/api/apiFixture.ts";
import { borrowChain } from "../../../support/api/borrowedChain.ts";
import { runInProcess } from "../../../support/commands/commandHere.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const [first, second, third] = [2, 3, 4].map((index) => account(index).address);
const row = (wallet: string | undefined, quantity: number) => `${wallet},${quantity}\n`;

describe("npm run mint -- list", () => {
  let folder: string;
  before(async () => {
    folder = await temporaryFolder();
  });
  const save = async (name: string, content: string) => {
    const file = join(folder, name);
    await writeFile(file, content);
    return file;
  };
  const run = async (args: readonly string[], environment = {}) => {
    const outcome = await runInProcess((output) => runMint(["list", ...args], environment, output));
    return { ...outcome, lines: outcome.stdout.trim().replaceAll(`${folder}/`, "").split("\n") };
  };

  it("counts the wallets and tokens of a valid list", async () => {
    const { status, lines } = await run([
      "check",
      await save("a.csv", row(first, 3) + row(second, 2)),
    ]);
    expect(lines).to.deep.equal(["2 wallets, 5 tokens in total."]);
    expect(status).to.equal(0);
  });

  it("lists every problem with its line, and warns about more tokens than the phase has", async () => {
    const file = await save("b.csv", row(first, 3) + row(first, 1) + row("nobody", 1));
    const { status, lines } = await run(["check", file, "--size", "2"]);
    expect(lines).to.deep.equal([
      "· The list allows 3 tokens, and the phase has 2: the last come away empty.",
      "✘ b.csv:2 repeats the address of line 1. Keep one of them.",
      '✘ b.csv:3 has no address, but "nobody". Write 0x and 40 hex digits.',
      "1 wallet, 3 tokens in total.",
    ]);
    expect(status).to.equal(1);
  });

  it("reports contracts, and names that do not resolve, with a node", async () => {
    const chain = await borrowChain();
    try {
      const contract = await chain.ethers.deployContract("FringeDrifters", ["", first ?? ""]);
      const address = await contract.getAddress();
      const output = join(folder, "resolved.csv");
      const file = await save("c.csv", row(first, 3) + row(address, 1) + row("ilse.eth", 2));
      const options = ["--rpc", chain.url, "--resolve", output];
      const { status, lines } = await run(["check", file, ...options]);
      expect(lines.slice(0, 2)).to.deep.equal([
        "✘ c.csv:3 has the name ilse.eth, which has no address. Ask its owner.",
        `✘ c.csv:2 has the contract ${address}. Make sure that it is a wallet that can mint.`,
      ]);
      expect(status).to.equal(1);
      expect(await readFile(output).catch(({ code }) => code)).to.equal("ENOENT");
    } finally {
      await chain.close();
    }
  });

  it("shows added, removed and changed wallets, and exits with 0 only for equal lists", async () => {
    const before = await save("d.csv", row(first, 3) + row(second, 2));
    const after = await save("e.csv", row(second, 4) + row(third, 1));
    const { status, lines } = await run(["diff", before, after]);
    expect(lines).to.deep.equal([
      `- ${first} 3`,
      `~ ${second} 2 → 4`,
      `+ ${third} 1`,
      "3 wallets differ.",
    ]);
    expect(status).to.equal(1);
    expect(await run(["diff", before, before])).to.deep.include({
      status: 0,
      lines: ["The lists are the same."],
    });
  });
});
