import type { Signer } from "ethers";
import type { CollectionContract } from "#chain/collection";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { NarrativeSaveRequest } from "#protocol/wire/responses";
import { HiddenFolder } from "#service/stories";
import type { ReportProgress } from "../../shared/commandLine/step.ts";
import { accountAt } from "../chain/localAccounts.ts";
import type { LocalChain } from "../chain/localChain.ts";
import type { AccountOrWallet, EventPlan, WorldPlan } from "./scenarioFile.ts";
import type { ShippedStory } from "./shippedStories.ts";

interface StoriesOptions extends Omit<PublishOptions, "sign"> {
  /** Folder of the API's stories. */
  narratives: string;
  accounts: WorldAccounts;
  events: readonly EventPlan[];
}

/** Publishes the owners' stories, then applies the scenario's events in order. */
export async function publishStories(options: StoriesOptions): Promise<void> {
  const { stories, events, accounts, onProgress } = options;
  const total = stories.length + events.length;
  await publishNarratives({
    ...options,
    sign: accounts.sign,
    onProgress: ({ done }) => onProgress?.({ done, total }),
  });
  for (const [index, event] of events.entries()) {
    await publishEvent(event, options);
    onProgress?.({ done: stories.length + index + 1, total });
  }
}

async function publishEvent(event: EventPlan, options: StoriesOptions): Promise<void> {
  if ("transfer" in event) return transferToken(event.transfer, options);
  if ("publish" in event) {
    const { drifterId, narrative } = event.publish;
    const story = { drifterId: String(drifterId), narrative };
    const { onProgress: _, ...rest } = options;
    return publishNarratives({ ...rest, sign: options.accounts.sign, stories: [story] });
  }
  const { drifterId, reason } = event.hide;
  await new HiddenFolder(options.narratives).hide(String(drifterId), reason);
}

async function transferToken(
  { drifterId, to }: { drifterId: number; to: number | string },
  { chain, contract, accounts }: StoriesOptions,
): Promise<void> {
  const from = await contract.ownerOf(drifterId);
  const owner = await chain.ethers.getSigner(from);
  // Not a safe transfer, because a wallet that only signs lacks onERC721Received.
  await contract.connect(owner).transferFrom(from, accounts.addressOf(to), drifterId);
}

/** Signs a message as the owner at `address`. */
export type SignAs = (address: string, message: string) => Promise<`0x${string}`>;

export interface PublishOptions {
  apiUrl: string;
  chain: Pick<LocalChain, "ethers">;
  contract: CollectionContract;
  stories: readonly ShippedStory[];
  /** Signs for owners that are not node accounts. */
  sign?: SignAs;
  onProgress?: ReportProgress;
}

/** Saves each story through the API in order, signed by the token's owner. */
export async function publishNarratives(options: PublishOptions): Promise<void> {
  const { apiUrl, stories, onProgress } = options;
  // Signs concurrently, because only the saves must be in order.
  const requests = await Promise.all(stories.map((story) => signNarrative(story, options)));
  for (const [index, request] of requests.entries()) {
    await post(request, apiUrl);
    onProgress?.({ done: index + 1, total: stories.length });
  }
}

async function signNarrative(
  { drifterId, narrative }: ShippedStory,
  { chain, contract, sign = signAsAccount(chain) }: PublishOptions,
): Promise<NarrativeSaveRequest> {
  const signedMessage = narrativeMessage(drifterId, narrative);
  const signature = await sign(await contract.ownerOf(drifterId), signedMessage);
  return { drifterId, narrative, signedMessage, signature };
}

function signAsAccount({ ethers }: PublishOptions["chain"]): SignAs {
  return async (address, message) => {
    const account = await ethers.getSigner(address);
    // Safety: ethers' signatures always start with 0x.
    return (await account.signMessage(message)) as `0x${string}`;
  };
}

async function post(request: NarrativeSaveRequest, apiUrl: string): Promise<void> {
  const response = await fetch(apiUrl + tokenPath(apiPaths.narrative, request.drifterId), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  if (response.ok) return;
  throw new Error(
    `The API rejected the story of token ${request.drifterId}: ${await response.text()}`,
  );
}

/** Possible owners of tokens: accounts by number and contract wallets by name. */
export interface WorldAccounts {
  addressOf(account: AccountOrWallet): string;
  /** Signs as an account or as a contract wallet. */
  sign: SignAs;
}

/** Deploys the plan's contract wallets. */
export async function deployWallets(
  { ethers }: LocalChain,
  { wallets = {} }: WorldPlan,
): Promise<WorldAccounts> {
  const accounts = await ethers.getSigners();
  const createKeepers = new Map<string, Signer[]>();
  const addresses = new Map<string, string>();
  for (const [name, { keepers }] of Object.entries(wallets)) {
    const [first, second] = keepers.map((keeper) => accountAt(accounts, keeper));
    const wallet = await ethers.deployContract("SigningWallet", [first, second]);
    const address = await wallet.getAddress();
    addresses.set(name, address);
    createKeepers.set(
      address,
      [first, second].filter((keeper) => keeper !== undefined),
    );
  }

  return {
    addressOf(account) {
      if (typeof account === "number") return accountAt(accounts, account).address;
      const address = addresses.get(account);
      if (address === undefined) throw new Error(`Unknown contract wallet "${account}".`);
      return address;
    },
    async sign(address, message) {
      const signers = createKeepers.get(address) ?? [await ethers.getSigner(address)];
      const signatures = await Promise.all(signers.map((signer) => signer.signMessage(message)));
      return `0x${signatures.map((signature) => signature.slice(2)).join("")}`;
    },
  };
}
