import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect } from "chai";
import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  hexToString,
  pad,
  parseAbi,
  zeroAddress,
} from "viem";
import { mainnet } from "viem/chains";
import { collectionConfig } from "#collection/collection.config.ts";
import { runMint } from "../../../../scripts/commands/mint/runMint.ts";
import { listen } from "../../../../scripts/lab/service/listen.ts";
import { account } from "../../../support/api/apiFixture.ts";
import { borrowChain } from "../../../support/api/borrowedChain.ts";
import { runInProcess } from "../../../support/commands/commandHere.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const [first, second, third] = [2, 3, 4].map((index) => account(index).address);
const row = (wallet: string | undefined, quantity: number) => `${wallet},${quantity}\n`;

const resolver = mainnet.contracts.ensUniversalResolver.address;
const abi = parseAbi([
  "function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)",
]);

/** Serves a node whose ENS has these names. */
async function startEnsNode(addresses: Readonly<Record<string, string>>) {
  return listen(
    createServer(async (incoming, response) => {
      // Safety: viem sends only such requests.
      const { id, method, params } = (await json(incoming)) as {
        id: number;
        method: string;
        params: [string | { data: Hex }];
      };
      const results: Record<string, () => unknown> = {
        eth_chainId: () => "0x1",
        eth_getCode: () => (params[0] === resolver ? "0x00" : "0x"),
        eth_call: () => resolve((params[0] as { data: Hex }).data),
      };
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method]?.() }));
    }),
  );

  function resolve(data: Hex): Hex {
    const { args } = decodeFunctionData({ abi, data });
    // Labels, each after its length.
    const name = hexToString(args[0])
      .replace(/[^a-z]/g, ".")
      .slice(1, -1);
    const address = addresses[name];
    const found = address === undefined ? "0x" : pad(address as Hex);
    const functionName = "resolveWithGateways";
    return encodeFunctionResult({ abi, functionName, result: [found, zeroAddress] });
  }
}

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
      "· b.csv allows 3 tokens, but the phase has 2. The last wallets to mint get fewer, or none.",
      "✘ b.csv:2 repeats the address of line 1. Keep one of them.",
      '✘ b.csv:3 has no address, but "nobody". Write 0x and 40 hex digits.',
      "1 wallet, 3 tokens in total.",
    ]);
    expect(status).to.equal(1);
  });

  it("notes contracts, and resolves no names on a chain without ENS", async () => {
    const chain = await borrowChain();
    try {
      const contract = await chain.ethers.deployContract(collectionConfig.contract, [
        "",
        first ?? "",
      ]);
      const address = await contract.getAddress();
      const contracts = await save("c.csv", row(first, 3) + row(address, 1));
      const noted = await run(["check", contracts, "--rpc", chain.url]);
      expect(noted.lines).to.deep.equal([
        `· c.csv:2 has the contract ${address}. Make sure that it is a wallet that can mint.`,
        "2 wallets, 4 tokens in total.",
      ]);
      expect(noted.status).to.equal(0);
      const output = join(folder, "resolved.csv");
      const names = await save("n.csv", row("ilse.eth", 2));
      const resolved = await run(["check", names, "--rpc", chain.url, "--resolve", output]);
      expect(resolved.status).to.equal(1);
      expect(resolved.stderr).to.contain("Chain 31337 has no ENS, so no names were resolved.");
      expect(await readFile(output).catch(({ code }) => code)).to.equal("ENOENT");
    } finally {
      await chain.close();
    }
  });

  it("writes a list with the addresses of names, and reports names without one", async () => {
    const node = await startEnsNode({ "ilse.eth": first ?? "" });
    try {
      const output = join(folder, "resolved.csv");
      const options = ["--rpc", node.url, "--resolve", output];
      const file = await save("e1.csv", row("Ilse.eth", 2) + row(second, 1));
      expect((await run(["check", file, ...options])).status).to.equal(0);
      expect(await readFile(output, "utf8")).to.equal(
        `wallet,quantity,name\n${first},2,Ilse.eth\n${second},1,\n`,
      );
      const unknown = await save("e2.csv", row("nobody.eth", 2));
      const { status, lines } = await run(["check", unknown, ...options]);
      expect(status).to.equal(1);
      expect(lines[0]).to.contain("e2.csv:1 has the name nobody.eth, which is not an address.");
    } finally {
      await node.close();
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
