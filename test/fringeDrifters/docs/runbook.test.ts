import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import {
  ContractFactory,
  getCreateAddress,
  JsonRpcProvider,
  keccak256,
  parseEther,
  toUtf8Bytes,
  Wallet,
} from "ethers";
import hre from "hardhat";
import { CollectionContract__factory } from "#chain/collection";
import { collectionConfig } from "#collection/collection.config.ts";
import { mintArguments } from "#protocol/wire/mintAuthorization";
import { readAuthorization } from "#sale/readAuthorization";
import {
  type CommandContext,
  type DocBlock,
  folderFor,
  readBlocks,
  runBlock,
  runCommand,
  stopCommands,
} from "../../support/commands/docCommands.ts";
import { type NpmRunHere, startNpmRunHere } from "./npmRunHere.ts";

runSessions(["docs/runbook.md", "docs/owner-tasks.md"], ({ cwd }) => {
  it("writes the deployment record and the Safe batch", async () => {
    const read = async (name: string) => JSON.parse(await readFile(join(cwd(), name), "utf8"));
    const { address } = await read("deployments/11155111.json");
    const batch = await read("batch.json");
    expect(batch.transactions).to.have.length(1);
    expect(batch.transactions[0].to).to.equal(address);
  });
});
runSessions(["docs/run-a-sale.md"]);

/** Runs the documents' sessions on a fresh chain with the ID of a real one, then further tests in their folder. */
function runSessions(
  files: readonly [string, ...string[]],
  testFolder?: (folder: { cwd(): string }) => void,
) {
  // Each session continues from the previous one, so the rest is skipped after a failure.
  describe(files.join(" and "), () => {
    let hasFailed = false;
    let chain: RunbookChain;
    let npm: NpmRunHere;
    let context: CommandContext;

    before(async () => {
      chain = await startRunbookChain();
      npm = await startNpmRunHere();
      context = { cwd: await folderFor(files[0]), env: { ...chain.env, ...npm.env } };
    });
    after(async () => {
      await stopCommands();
      await npm?.close();
      await chain?.close();
    });

    beforeEach(function () {
      if (hasFailed) this.skip();
    });
    afterEach(function () {
      hasFailed ||= this.currentTest?.state === "failed";
    });

    for (const block of files.flatMap((file) => readBlocks(file, "console"))) {
      it(`${block.place}: ${block.commands.map(({ command }) => command).join("; ")}`, async () => {
        await runBlock(block, context);
        await chain.actElsewhere(block, context);
      });
    }

    testFolder?.({ cwd: () => context.cwd });
  });
}

type RunbookChain = Awaited<ReturnType<typeof startRunbookChain>>;

const chainId = 11_155_111;

/**
 * Starts a local chain that resembles a real one: a different chain ID and private keys, with
 * balances for the senders and ERC-20 tokens for the collection.
 */
async function startRunbookChain() {
  const network = { network: "world", override: { chainId } };
  const server = await hre.network.createServer(network, "127.0.0.1", 0);
  const { port } = await server.listen();
  const url = `http://127.0.0.1:${port}`;
  const provider = new JsonRpcProvider(url, chainId, { cacheTimeout: -1, staticNetwork: true });
  const accounts = accountsOn(provider);
  for (const { address } of Object.values(accounts)) {
    await provider.send("hardhat_setBalance", [address, `0x${parseEther("10").toString(16)}`]);
  }
  await payTokens(accounts["coin maker"], accounts.owner.address);
  return {
    /** Environment variables and keystore values of the runbook. */
    env: {
      RPC_URL: url,
      CHAIN_ID: String(chainId),
      PORT: "0",
      DEPLOYER_KEY: accounts.owner.privateKey,
      WITHDRAWER_KEY: accounts.withdrawer.privateKey,
      SIGNER_KEY: accounts.signer.privateKey,
      NEW_SIGNER_KEY: accounts["new signer"].privateKey,
    },
    /** Runs the steps of wallets outside the runbook: `console wallet`, `console minter`, `console proof`. */
    actElsewhere: (block: DocBlock, context: CommandContext) => act(block, context, accounts),
    async close() {
      provider.destroy();
      await server.close();
    },
  };
}

const names = [
  "owner",
  "signer",
  "new signer",
  "withdrawer",
  "new owner",
  "minter",
  "coin maker",
] as const;

type Accounts = Readonly<Record<(typeof names)[number], Wallet>>;

/** Deterministic, so that the runbook can contain addresses. */
function accountsOn(provider: JsonRpcProvider): Accounts {
  const walletOf = (name: string) =>
    new Wallet(keccak256(toUtf8Bytes(`runbook: ${name}`)), provider);
  // Safety: each name has an entry.
  return Object.fromEntries(names.map((name) => [name, walletOf(name)])) as Accounts;
}

async function payTokens(maker: Wallet, owner: string): Promise<void> {
  const artifact = await hre.artifacts.readArtifact("Coin");
  const coin = await new ContractFactory(artifact.abi, artifact.bytecode, maker).deploy(0);
  await coin.waitForDeployment();
  const mint = coin.getFunction("mint");
  await (await mint(getCreateAddress({ from: owner, nonce: 0 }), 250_000n)).wait();
}

async function act(block: DocBlock, context: CommandContext, accounts: Accounts) {
  if (/\bminter\b/.test(block.info)) await mint(context, accounts.minter);
  if (/\bproof\b/.test(block.info)) {
    const account = accounts["new owner"];
    await (await account.sendTransaction({ to: account.address, value: 0 })).wait();
  }
  if (/\bwallet\b/.test(block.info)) await sendPrinted(block, context, accounts);
}

/** Mints with the authorization in the block's file. */
async function mint({ cwd }: CommandContext, minter: Wallet): Promise<void> {
  const signed = readAuthorization(await readFile(join(cwd, "authorization.json"), "utf8"));
  const collection = CollectionContract__factory.connect(signed.contract, minter);
  const value = (await collection[collectionConfig.priceFunction]()) * BigInt(signed.qty);
  await (
    await collection[collectionConfig.mintFunction](...mintArguments(signed), { value })
  ).wait();
}

/** Sends the transactions that the block's last command prints, from the printed account. */
async function sendPrinted(block: DocBlock, context: CommandContext, accounts: Accounts) {
  const command = block.commands.at(-1)?.command ?? "";
  const { output } = await runCommand(command, context);
  const printed = output.matchAll(
    /from {3}(\S+).*\n +to {5}(\S+)\n +value {2}(\d+)\n +data {3}(\S+)/g,
  );
  const transactions = [...printed];
  if (transactions.length === 0) throw new Error(`${command} prints nothing to send.`);
  for (const [, from, to = "", value = "", data = ""] of transactions) {
    const sender = Object.values(accounts).find(({ address }) => address === from);
    if (sender === undefined) throw new Error(`The runbook has no key of ${from}.`);
    await (await sender.sendTransaction({ to, value: BigInt(value), data })).wait();
  }
}
