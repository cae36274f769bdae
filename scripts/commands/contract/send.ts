import { createPublicClient, custom, getAddress, type PublicClient } from "viem";
import { localChainId } from "#protocol/chain/localWorld";
import { encodeCall } from "#sale/collectionCalls";
import { simulate } from "#sale/simulate";
import { counted } from "../../shared/commandLine/formatTable.ts";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { describeSender } from "./describeSteps.ts";
import type { DeploymentNetwork } from "./network.ts";
import { findNewRole, isPublicAccount } from "./remarks.ts";
import { type CollectionOnChain, readCollectionState } from "./state.ts";
import { type RequestedCall, type Step, simulateRequestedCalls } from "./steps.ts";

/** Prompts a person; undefined without a terminal. */
export type Prompt = (message: string) => Promise<string | undefined>;

/** Returns a client for a Hardhat network's chain. */
export function toPublicClient({ provider }: Pick<DeploymentNetwork, "provider">): PublicClient {
  return createPublicClient({
    transport: custom({
      request: ({ method, params }: { method: string; params?: unknown[] }) =>
        provider.send(method, params ?? []),
    }),
    cacheTime: 0,
  });
}

/** Returns the sending account. @throws {UsageError} if the node has no account. */
export function getSender({ name, deployer }: DeploymentNetwork) {
  if (deployer !== undefined) return deployer;
  throw new UsageError(
    `Nothing was sent: the node of network ${name} has no account to send with. Use a network that takes DEPLOYER_KEY, such as remote.`,
  );
}

/**
 * Rejects accounts whose keys are public, except on the local chain.
 *
 * @param accounts accounts with their roles.
 * @throws {UsageError}
 */
export function assertNoPublicAccounts(
  chainId: number,
  accounts: readonly (readonly [role: string, account: string | undefined])[],
): void {
  const [role, known] = accounts.find(([, each]) => isPublicAccount(each)) ?? [];
  if (chainId === localChainId || known === undefined) return;
  throw new UsageError(
    `Nothing was sent: the ${role} ${known} is one of Hardhat's accounts, whose keys are public. Use an account of your own.`,
  );
}

/**
 * Throws while the account has pending transactions, because the chain's state is not final.
 *
 * @throws {UsageError}
 */
export async function assertNothingPending(network: DeploymentNetwork): Promise<void> {
  const { address } = getSender(network);
  const [sent, done] = await Promise.all([
    network.provider.getTransactionCount(address, "pending"),
    network.provider.getTransactionCount(address, "latest"),
  ]);
  if (sent <= done) return;
  throw new UsageError(
    `Nothing was sent: ${address} has ${counted(sent - done, "pending transaction")}. Wait for confirmation, then run the same command again.`,
  );
}

/**
 * Before anything is sent, rejects calls that this account cannot or should not send.
 *
 * @throws {UsageError}
 */
export async function assertRightSender(
  network: DeploymentNetwork,
  steps: readonly Step[],
): Promise<void> {
  const { address } = getSender(network);
  const needed = steps.filter(({ isNeeded }) => isNeeded);
  const foreign = needed.find(({ sender }) => sender.address !== getAddress(address));
  if (foreign !== undefined) {
    throw new UsageError(
      `Nothing was sent: ${foreign.requestedCall.text} must come from ${describeSender(foreign.sender)}, but network ${network.name} sends from ${address}. Set DEPLOYER_KEY to that account's key, or omit --send and pass the call data to its wallet.`,
    );
  }
  const roles = needed
    .map(({ requestedCall }) => findNewRole(requestedCall.call))
    .filter((role) => role !== undefined);
  assertNoPublicAccounts(network.chainId, [["sender", address], ...roles]);
  await assertNothingPending(network);
}

interface Confirmation {
  network: DeploymentNetwork;
  /** Whether to send without confirmation. */
  yes: boolean;
  prompt: Prompt;
  /** Whether the calls permanently end the owner's control, for which --yes is not enough. */
  isRenouncing?: boolean;
}

/** Prompts for confirmation. @throws {UsageError} if the user does not confirm. */
export async function confirmSending({ network, yes, prompt, isRenouncing = false }: Confirmation) {
  const word = isRenouncing ? "renounce forever" : "yes";
  if (!isRenouncing && (yes || network.chainId === localChainId)) return;
  const response = await prompt(
    `Send from ${network.deployer?.address} on chain ${network.chainId}? Type ${word}: `,
  );
  if (response?.trim().toLowerCase() === word) return;
  const way = isRenouncing
    ? "renounceOwnership() requires confirmation by a person"
    : "To send without a prompt, add --yes";
  throw new UsageError(
    `Nothing was sent${response === undefined ? `: confirmation needs a terminal. ${way}` : ""}.`,
  );
}

/**
 * Sends the needed calls sequentially, and verifies each effect. Right before sending, rereads whether the call is
 * still needed, at the block of its nonce: a transaction in between makes the call fail instead of taking effect twice.
 *
 * @param afterBlock an earlier transaction's block, which a node may not have yet. @returns the last call's block.
 *   @throws {Error} if the contract rejects a call, or the call's effect is not on chain afterwards.
 */
export async function sendRequestedCalls(
  network: DeploymentNetwork,
  collection: CollectionOnChain,
  requestedCalls: readonly RequestedCall[],
  output: Pick<Output, "log">,
  afterBlock = 0,
): Promise<number> {
  const { provider } = network;
  const sender = getSender(network);
  let newest = afterBlock;
  for (const requestedCall of requestedCalls) {
    newest = Math.max(newest, await provider.getBlockNumber());
    const state = await readCollectionState(collection, BigInt(newest));
    const [step] = await simulateRequestedCalls(collection.client, state, [requestedCall]);
    if (step === undefined || !step.isNeeded) continue;
    const { effect, simulation } = step;
    if (effect.revert)
      throw new UsageError(`${requestedCall.text} is now rejected: ${effect.revert.title}.`);
    const nonce = await provider.getTransactionCount(sender.address, newest);
    const data = encodeCall(requestedCall.call);
    const sent = await sender.sendTransaction({ to: collection.contract, data, nonce });
    output.log(`\nSent ${requestedCall.text}: ${sent.hash}`);
    const receipt = await sent.wait();
    if (receipt === null) throw new Error(`There is no receipt for ${sent.hash}.`);
    newest = receipt.blockNumber;
    const [result] = await simulate(collection.client, {
      calls: [simulation.view],
      blockNumber: BigInt(newest),
    });
    const now = simulation.formatResult(result);
    if (now !== effect.after) {
      throw new UsageError(
        `✘ Block ${newest}: ${effect.subject} is ${now}, not ${effect.after}. Someone else has also changed this value: check npm run manage -- show.`,
      );
    }
    output.log(`✔ Block ${newest}: ${effect.subject} is ${now}`);
  }
  return newest;
}
