import { readFile } from "node:fs/promises";
import { join } from "node:path";
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
import { FringeDrifters__factory } from "#chain/factories/FringeDrifters__factory";
import { mintArguments } from "#protocol/mintAuthorization";
import { readAuthorization } from "#protocol/sale/readAuthorization";
import { type CommandContext, type DocBlock, runCommand } from "./docCommands.ts";

export type RunbookChain = Awaited<ReturnType<typeof startRunbookChain>>;

const chainId = 11_155_111;

/**
 * Starts a local chain with the properties of a real one: another chain ID and unknown keys, with balances for the
 * senders and ERC-20 tokens for the collection.
 */
export async function startRunbookChain() {
  const network = { network: "world", override: { chainId } };
  const server = await hre.network.createServer(network, "127.0.0.1", 0);
  const { port } = await server.listen();
  const url = `http://127.0.0.1:${port}`;
  const provider = new JsonRpcProvider(url, chainId, { cacheTimeout: -1, staticNetwork: true });
  const accounts = accountsOn(provider);
  for (const { address } of accounts.values()) {
    await provider.send("hardhat_setBalance", [address, `0x${parseEther("10").toString(16)}`]);
  }
  await payTokens(accountIn(accounts, "coin maker"), accountIn(accounts, "owner").address);
  return {
    /** Environment variables and keystore values of the runbook. */
    env: environmentFor(url, accounts),
    /** Runs the steps of wallets outside the runbook: `console wallet`, `console minter`, `console proof`. */
    actElsewhere: (block: DocBlock, context: CommandContext) => act(block, context, accounts),
    async close() {
      provider.destroy();
      await server.close();
    },
  };
}

type Accounts = ReadonlyMap<string, Wallet>;

const names = ["owner", "signer", "new signer", "withdrawer", "new owner", "minter", "coin maker"];

/** Deterministic, so that the runbook can contain addresses. */
function accountsOn(provider: JsonRpcProvider): Accounts {
  return new Map(
    names.map((name) => [name, new Wallet(keccak256(toUtf8Bytes(`runbook: ${name}`)), provider)]),
  );
}

function accountIn(accounts: Accounts, name: string): Wallet {
  const account = accounts.get(name);
  if (account === undefined) throw new Error(`The runbook has no ${name}.`);
  return account;
}

function environmentFor(url: string, accounts: Accounts): Record<string, string> {
  const keyOf = (name: string) => accountIn(accounts, name).privateKey;
  return {
    RPC_URL: url,
    CHAIN_ID: String(chainId),
    PORT: "0",
    DEPLOYER_KEY: keyOf("owner"),
    WITHDRAWER_KEY: keyOf("withdrawer"),
    SIGNER_KEY: keyOf("signer"),
    NEW_SIGNER_KEY: keyOf("new signer"),
  };
}

async function payTokens(maker: Wallet, owner: string): Promise<void> {
  const artifact = await hre.artifacts.readArtifact("Coin");
  const coin = await new ContractFactory(artifact.abi, artifact.bytecode, maker).deploy(0);
  await coin.waitForDeployment();
  const mint = coin.getFunction("mint");
  await (await mint(getCreateAddress({ from: owner, nonce: 0 }), 250_000n)).wait();
}

async function act(block: DocBlock, context: CommandContext, accounts: Accounts) {
  if (/\bminter\b/.test(block.info)) await mint(context, accountIn(accounts, "minter"));
  if (/\bproof\b/.test(block.info)) {
    const account = accountIn(accounts, "new owner");
    await (await account.sendTransaction({ to: account.address, value: 0 })).wait();
  }
  if (/\bwallet\b/.test(block.info)) await sendPrinted(block, context, accounts);
}

/** Mints with the authorization in the block's file. */
async function mint({ cwd }: CommandContext, minter: Wallet): Promise<void> {
  const signed = readAuthorization(await readFile(join(cwd, "authorization.json"), "utf8"));
  const collection = FringeDrifters__factory.connect(signed.contract, minter);
  const value = (await collection.FD_PRICE()) * BigInt(signed.qty);
  await (await collection.FringeMint(...mintArguments(signed), { value })).wait();
}

/** Sends the transactions that the block's last command prints, from the account that it names. */
async function sendPrinted(block: DocBlock, context: CommandContext, accounts: Accounts) {
  const command = block.commands.at(-1)?.command ?? "";
  const { output } = await runCommand(command, context);
  const printed = output.matchAll(
    /from {3}(\S+).*\n +to {5}(\S+)\n +value {2}(\d+)\n +data {3}(\S+)/g,
  );
  const transactions = [...printed];
  if (transactions.length === 0) throw new Error(`${command} prints nothing to send.`);
  for (const [, from, to = "", value = "", data = ""] of transactions) {
    const sender = [...accounts.values()].find(({ address }) => address === from);
    if (sender === undefined) throw new Error(`The runbook has no key of ${from}.`);
    await (await sender.sendTransaction({ to, value: BigInt(value), data })).wait();
  }
}
