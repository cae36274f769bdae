import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Address,
  createPublicClient,
  getAddress,
  type Hex,
  http,
  type PublicClient,
} from "viem";
import { formatMoment } from "#protocol/values/moment";
import { quietStep } from "../../shared/commandLine/step.ts";
import { accountAt } from "../../world/chain/localAccounts.ts";
import { type LocalChain, startLocalChain } from "../../world/chain/localChain.ts";
import { runtimeCode } from "../../world/chain/signAs.ts";
import { forkRecipe } from "../../world/fork/forkRecipe.ts";
import type { LiveCollection } from "../../world/fork/liveCollection.ts";
import { baseURI } from "../../world/recipe.ts";
import { populateCollection } from "../../world/scenarios/populateCollection.ts";
import { roles } from "../../world/scenarios/scenarioFile.ts";
import { serviceVariables, startService } from "../../world/service.ts";
import type { CrowdWallet } from "./crowd.ts";

/** A chain with the collection, on which a sale can be played repeatedly from the same state. */
export interface Fixture {
  chain: LocalChain;
  client: PublicClient;
  contract: Address;
  owner: Address;
  signers: { own: Address; other: Address };
  /** Creates the wallets, their code and their balances. Must be called once, before `reset`. */
  createWallets(wallets: readonly CrowdWallet[]): Promise<void>;
  /** Restores the chain's initial state, and starts a service with this sale file and no records. */
  reset(saleFile: string): Promise<{ url: string; close(): Promise<void> }>;
  /** Sends a request to the node. */
  send(method: string, ...params: unknown[]): Promise<unknown>;
  /** Mines a block at this time or, if the latest block is not earlier, a second after that block. */
  mine(at: number): Promise<void>;
  close(): Promise<void>;
}

/** Wei, enough for any mint. */
const largeBalance = 10n ** 24n;
/** Wei, not enough for a mint. */
const smallBalance = 10n ** 14n;

/**
 * Starts a chain with a new collection, or a fork of a live chain.
 *
 * @param startsAt the chain's start time, in seconds since 1970; a fork continues from its block's time.
 */
export async function startFixture(startsAt: bigint, live?: LiveCollection): Promise<Fixture> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "rehearsal-"));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const records = join(folder, "records");
  await mkdir(records);
  const fork = live && { rpcUrl: live.rpcUrl, blockNumber: live.blockNumber };
  const chain = await startLocalChain(fork ? { fork } : { startsAt: formatMoment(startsAt) });
  started.defer(() => chain.close());
  const contract = await createCollection(chain, records, live);
  const accounts = await chain.ethers.getSigners();
  const addressOf = (index: number) => getAddress(accountAt(accounts, index).address);
  const client = createPublicClient({ transport: http(chain.url), cacheTime: 0 });
  const send: Fixture["send"] = (method, ...params) => chain.ethers.provider.send(method, params);
  await send("evm_setAutomine", false);
  let snapshot: unknown;
  let run = 0;

  const running = started.move();
  return {
    ...{ chain, client, contract, send },
    owner: live?.owner ?? addressOf(roles.administrator),
    signers: { own: addressOf(roles.signer), other: addressOf(roles.signer + 1) },
    async createWallets(wallets) {
      for (const wallet of wallets) await createWallet(chain, wallet);
      snapshot = await send("evm_snapshot");
    },
    async reset(saleFile) {
      await send("evm_revert", snapshot);
      snapshot = await send("evm_snapshot");
      run += 1;
      const narratives = join(folder, `run${run}`);
      await cp(records, narratives, { recursive: true });
      const variables = serviceVariables({
        ...{ port: 0, chain, contractAddress: contract, narratives, collection: records },
      });
      return startService({
        ...variables,
        SALE_FILE: saleFile,
        AUTHORIZATIONS_PER_MINUTE: "1000000",
        LOG_LEVEL: "silent",
      });
    },
    async mine(at) {
      const { timestamp } = await client.getBlock();
      const next = Math.max(at, Number(timestamp) + 1);
      await send("evm_setNextBlockTimestamp", next);
      await send("evm_mine");
    },
    close: () => running.disposeAsync(),
  };
}

async function createCollection(
  chain: LocalChain,
  records: string,
  live: LiveCollection | undefined,
): Promise<Address> {
  if (live === undefined) {
    const plan = { phases: [], minting: false };
    const contract = await populateCollection({ chain, plan, baseURI });
    return getAddress(await contract.getAddress());
  }
  const note = () => undefined;
  const site = { chain, narratives: records, collection: records, withNewContracts: false, note };
  // Without a base URI, no stories are imported.
  const recipe = forkRecipe({ ...live, baseURI: undefined }, { replacesCode: false });
  await recipe.fill(site, quietStep);
  return live.contract;
}

async function createWallet(
  chain: LocalChain,
  { address, keeper, behavior }: CrowdWallet,
): Promise<void> {
  const { provider } = chain.ethers;
  const sender = keeper ?? address;
  const balance = behavior === "poor" ? smallBalance : largeBalance;
  await provider.send("hardhat_impersonateAccount", [sender]);
  await provider.send("hardhat_setBalance", [sender, `0x${balance.toString(16)}`]);
  if (keeper === undefined) return;
  await provider.send("hardhat_setCode", [address, await runtimeCode(chain, "ContractWallet", [])]);
  // The wallet's first storage slot sets its response to a token; 1 is invalid.
  const response =
    `0x${(behavior === "rejecting contract" ? 1 : 0).toString(16).padStart(64, "0")}` as Hex;
  await provider.send("hardhat_setStorageAt", [address, "0x0", response]);
}
