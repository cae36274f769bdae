import { createPublicClient, custom, getAddress, type PublicClient } from "viem";
import { encodeCall } from "#protocol/collectionCalls";
import { localChainId } from "#protocol/localWorld";
import { simulate } from "#protocol/sale/simulate";
import { counted } from "../../shared/commandLine/formatTable.ts";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { DeploymentNetwork } from "../deploy/network.ts";
import { isPublicAccount } from "../deploy/publicAccounts.ts";
import { type Place, readCollectionState } from "./collectionState.ts";
import { describeSender } from "./describe.ts";
import { newAccountIn } from "./remarks.ts";
import { type Step, simulateOrders } from "./simulateOrders.ts";

/** The calls to send, and their sender. */
interface Dispatch {
  network: DeploymentNetwork;
  place: Place;
  steps: readonly Step[];
  /** Whether to send without confirmation. */
  yes: boolean;
  /** Prompts a person; undefined without a terminal. */
  ask(question: string): Promise<string | undefined>;
  output: Output;
}

/** Returns a client for the chain of a Hardhat network. */
export function clientOf({ provider }: DeploymentNetwork): PublicClient {
  return createPublicClient({
    transport: custom({
      request: ({ method, params }: { method: string; params?: unknown[] }) =>
        provider.send(method, params ?? []),
    }),
    cacheTime: 0,
  });
}

/**
 * Refuses calls that this account cannot or should not send. Nothing has been sent by then.
 *
 * @throws {UsageError}
 */
export async function refuseWrongSender({ network, steps }: Dispatch): Promise<void> {
  const { name, chainId, deployer, provider } = network;
  if (deployer === undefined) {
    throw new UsageError(`The node of network ${name} has no account to send with. Use remote.`);
  }
  const { address } = deployer;
  const needed = steps.filter(({ isNeeded }) => isNeeded);
  const foreign = needed.find(({ sender }) => sender.address !== getAddress(address));
  if (foreign !== undefined) {
    throw new UsageError(
      `Nothing was sent: ${foreign.order.text} has to come from ${describeSender(foreign.sender)}, and network ${name} sends from ${address}. Give that account's key as DEPLOYER_KEY, or leave --send out and hand the call data to its wallet.`,
    );
  }
  const given = needed.map(({ order }) => newAccountIn(order.call));
  const known = [address, ...given].find((each) => each !== undefined && isPublicAccount(each));
  if (chainId !== localChainId && known !== undefined) {
    throw new UsageError(
      `Nothing was sent: ${known} is one of Hardhat's accounts, whose keys everybody has. Use one of your own.`,
    );
  }
  const [sent, done] = await Promise.all([
    provider.getTransactionCount(address, "pending"),
    provider.getTransactionCount(address, "latest"),
  ]);
  if (sent > done) {
    throw new UsageError(
      `Nothing was sent: ${address} has ${counted(sent - done, "pending transaction")}. Wait for confirmation, then run the same command again.`,
    );
  }
}

/** Prompts for confirmation. Renouncing ownership needs a longer answer, and --yes does not replace it. */
export async function confirmSending({
  network,
  steps,
  yes,
  ask,
  output,
}: Dispatch): Promise<boolean> {
  const isRenouncing = steps.some(({ order }) => order.call.functionName === "renounceOwnership");
  const word = isRenouncing ? "renounce for ever" : "yes";
  if (!isRenouncing && (yes || network.chainId === localChainId)) return true;
  const answer = await ask(
    `Send from ${network.deployer?.address} on chain ${network.chainId}? Type ${word}: `,
  );
  if (answer !== undefined) return answer.trim().toLowerCase() === word;
  const way = isRenouncing
    ? "renounceOwnership() needs a person to confirm it"
    : "To send without asking, add --yes";
  output.error(`Nothing was sent: confirmation needs a terminal. ${way}.`);
  return false;
}

/**
 * Sends the calls that are needed, one after the other, and verifies each effect. Whether a call is still needed is
 * read right before it, at the block of its nonce: a transaction in between makes it fail instead of having an effect
 * twice.
 *
 * @throws when the contract refuses a call, or its effect is not on the chain afterwards.
 */
export async function sendSteps({ network, place, steps, output }: Dispatch): Promise<void> {
  const { provider, deployer } = network;
  if (deployer === undefined) throw new Error("There is no account to send with.");
  let newest = 0;
  for (const { order } of steps) {
    newest = Math.max(newest, await provider.getBlockNumber());
    const state = await readCollectionState(place, BigInt(newest));
    const [step] = await simulateOrders(place.client, state, [order]);
    if (step === undefined || !step.isNeeded) continue;
    const { effect, trial } = step;
    if (effect.revert)
      throw new UsageError(`${order.text} is now refused: ${effect.revert.title}.`);
    const nonce = await provider.getTransactionCount(deployer.address, newest);
    const data = encodeCall(order.call);
    const sent = await deployer.sendTransaction({ to: place.contract, data, nonce });
    output.log(`\nSent ${order.text}: ${sent.hash}`);
    const receipt = await sent.wait();
    if (receipt === null) throw new Error(`There is no receipt of ${sent.hash}.`);
    newest = receipt.blockNumber;
    const blockNumber = BigInt(newest);
    const [answer] = await simulate(place.client, { calls: [trial.view], blockNumber });
    report(step, trial.inWords(answer), newest, output);
  }
}

function report({ effect }: Step, now: string, block: number, output: Output): void {
  if (now !== effect.after) {
    throw new UsageError(
      `✘ Block ${block}: ${effect.subject} is ${now}, and not ${effect.after}. Somebody else has changed it too: look at npm run manage -- show.`,
    );
  }
  output.log(`✔ Block ${block}: ${effect.subject} is ${now}`);
}
