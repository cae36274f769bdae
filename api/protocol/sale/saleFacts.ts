import {
  type Address,
  type Client,
  type ContractFunctionName,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { type CollectionCall, encodeCall } from "#protocol/collectionCalls";
import { type Act, type Outcome, rehearse } from "./rehearse.ts";
import { describeRevert, type Revert } from "./revert.ts";
import type { SaleCall } from "./saleCalls.ts";
import { type SaleSettings, type SettingName, saleSettings, settingNames } from "./saleSettings.ts";

/** A phase as the contract tells it: the ids [startingPoint, endPoint), `currentCount` of them minted. */
export interface PhaseFacts {
  name: string;
  startingPoint: bigint;
  endPoint: bigint;
  currentCount: bigint;
}

/** What the contract says of its sale, at one block. */
export interface SaleFacts extends Omit<SaleSettings, "phase"> {
  /** Largest quantity of one mint or gift, whatever `maxBatch` says. */
  hardBatchLimit: bigint;
  owner: Address;
  totalSupply: bigint;
  maxSupply: bigint;
  /** The active phase. */
  phase: PhaseFacts;
}

/** What came of a call in a rehearsal. */
export interface CallOutcome<Call extends CollectionCall = SaleCall> {
  call: Call;
  /** Absent when the call succeeds. */
  revert?: Revert;
}

/** A function of the contract that only tells. */
export type View = ContractFunctionName<typeof fringeDriftersAbi, "view" | "pure">;

const fixedViews = {
  hardBatchLimit: "HARD_BATCH_LIMIT",
  owner: "owner",
  totalSupply: "totalSupply",
  maxSupply: "MAX_SUPPLY",
} as const satisfies Record<string, View>;

/** Views of the sale by the name of the fact; that of `phase` returns its name. */
const views: Readonly<Record<keyof SaleFacts, View>> = {
  // Safety: the table has an entry for each setting.
  ...(Object.fromEntries(settingNames.map((name) => [name, saleSettings[name].view])) as Record<
    SettingName,
    View
  >),
  ...fixedViews,
};

/**
 * Reads the sale as it would be after `calls` of the owner, in this order; without any, as it is.
 *
 * @param collection the contract's address.
 * @throws what `rehearse` throws, or an error that says that the address has no collection.
 */
export async function readSale(
  client: Client,
  collection: Address,
  calls: readonly SaleCall[],
  blockNumber: bigint,
): Promise<{ sale: SaleFacts; outcomes: CallOutcome[] }> {
  const owner = await readOwner(client, collection, blockNumber);
  const ownersActs = calls.map((call) => ownersAct(owner, collection, call));
  const questions = Object.values(views).map((functionName) =>
    question(collection, encodeFunctionData({ abi: fringeDriftersAbi, functionName })),
  );
  const answers = await rehearse(client, { acts: [...ownersActs, ...questions], blockNumber });
  const told = answers.slice(calls.length);
  const read = Object.fromEntries(
    Object.entries(views).map(([key, functionName], index) => [
      key,
      decodeView(functionName, told[index]),
    ]),
  );
  // Safety: each is decoded as the type of its view.
  const facts = read as unknown as Omit<SaleFacts, "phase"> & { phase: string };
  const [phase] = await readPhases(client, collection, [facts.phase], ownersActs, blockNumber);
  if (phase === undefined) throw new Error("The current phase was not told.");
  const outcomes = calls.map((call, index) => callOutcome(call, answers[index]));
  return { sale: { ...facts, phase }, outcomes };
}

/** Reads phases by their names as they would be after `acts`; a name without ids has bounds of zero. */
export async function readPhases(
  client: Client,
  collection: Address,
  names: readonly string[],
  acts: readonly Act[],
  blockNumber: bigint,
): Promise<PhaseFacts[]> {
  const questions = names.map((name) =>
    question(
      collection,
      encodeFunctionData({ abi: fringeDriftersAbi, functionName: "AllPhases", args: [name] }),
    ),
  );
  const answers = await rehearse(client, { acts: [...acts, ...questions], blockNumber });
  return names.map((name, index) => {
    const answer = decodeView("AllPhases", answers[acts.length + index]);
    // Safety: AllPhases answers three numbers.
    const [startingPoint, endPoint, currentCount] = answer as readonly [bigint, bigint, bigint];
    return { name, startingPoint, endPoint, currentCount };
  });
}

/** What the owner does in a rehearsal of a call; or, if the call is the withdrawer's, the withdrawer. */
export function ownersAct(owner: Address, collection: Address, call: CollectionCall): Act {
  return { actor: owner, target: collection, data: encodeCall(call) };
}

export function callOutcome<Call extends CollectionCall>(
  call: Call,
  outcome: Outcome | undefined,
): CallOutcome<Call> {
  if (outcome?.succeeded) return { call };
  return { call, revert: describeRevert(outcome?.data ?? "0x") };
}

/** Reads who may administrate the collection; the zero address when nobody may. */
async function readOwner(
  client: Client,
  collection: Address,
  blockNumber: bigint,
): Promise<Address> {
  const data = encodeFunctionData({ abi: fringeDriftersAbi, functionName: "owner" });
  const [answer] = await rehearse(client, { acts: [question(collection, data)], blockNumber });
  // Safety: decoded as the type of the view.
  return decodeView("owner", answer) as Address;
}

/** Reads whether a transaction id is used. */
export async function readUsed(
  client: Client,
  collection: Address,
  transactionID: string,
  blockNumber: bigint,
): Promise<boolean> {
  const data = encodeFunctionData({
    abi: fringeDriftersAbi,
    functionName: "usedTransactions",
    args: [transactionID],
  });
  const [answer] = await rehearse(client, { acts: [question(collection, data)], blockNumber });
  return decodeView("usedTransactions", answer) === true;
}

/** Who asks a view does not matter. */
const asker: Address = "0x00000000000000000000000000000000000a5ce2";

/** The act of asking the contract for what `data` encodes. */
export function question(collection: Address, data: Hex): Act {
  return { actor: asker, target: collection, data };
}

/** Reads the answer to a question; the type is that of the view. */
export function decodeView(functionName: View, answer: Outcome | undefined): unknown {
  if (!answer?.succeeded || answer.data === "0x") {
    throw new Error(
      `The contract does not answer ${functionName}(). Is it the collection, on this chain?`,
    );
  }
  return decodeFunctionResult({ abi: fringeDriftersAbi, functionName, data: answer.data });
}
