import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import * as v from "valibot";
import { type Address, toHex } from "viem";
import {
  type GetCallsStatusReturnType,
  getCallsStatus,
  getCapabilities,
  sendCalls,
} from "viem/actions";
import { getConnectorClient } from "wagmi/actions";
import { encodeCall, formatCall } from "#sale/collectionCalls";
import type { SaleCall } from "#sale/saleCalls";
import { runtimeConfig, worldKey } from "../env.ts";
import { tabStore } from "../page/storage.ts";
import { describeFailure, failureMessage, type Message } from "../transactions/messages.ts";
import { walletConfig } from "../wallet/WalletScope.tsx";
import { nestedErrors, readField } from "../wallet/walletErrors.ts";
import { batchMessages } from "./messages.ts";

/** A batch that was sent to the wallet, with its formatted calls. */
const batchSchema = v.object({ id: v.string(), calls: v.array(v.string()) });
type Batch = v.InferOutput<typeof batchSchema>;

/** A batch's outcome. */
interface Outcome {
  message: Message;
  /** Calls that took effect. */
  done: readonly string[];
  /** Last block that contains a call of the batch. */
  blockNumber: bigint;
}

/**
 * Sends the owner's calls as one atomic batch (EIP-5792), if the wallet supports it, and tracks the batch across reloads.
 *
 * @param onSettled called with the calls that took effect.
 */
export function useCallBatch(owner: Address, onSettled: (done: readonly string[]) => void) {
  const key = `call-batch:${worldKey(runtimeConfig())}:${owner}`;
  const [batch, setBatch] = useState(() => readBatch(key));
  const [outcome, setOutcome] = useState<Outcome>();
  const [isPrompting, setIsPrompting] = useState(false);
  const { data: isSupported = false } = useQuery({
    queryKey: ["phases", "atomic batches", owner],
    gcTime: 0,
    retry: false,
    queryFn: () => supportsBatches(owner).catch(() => false),
  });
  const status = useQuery({
    queryKey: ["phases", "batch", batch?.id],
    gcTime: 0,
    retry: false,
    enabled: batch !== undefined && !isPrompting,
    refetchInterval: 2_000,
    queryFn: async () => getCallsStatus(await walletClient(owner), { id: batch?.id ?? "" }),
  });

  const follow = useEffectEvent(() => {
    if (batch === undefined || status.data === undefined) return;
    if (status.data.statusCode < 200) return;
    const settled = describeOutcome(batch.calls, status.data);
    become(undefined);
    setOutcome(settled);
    onSettled(settled.done);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs at each new status.
  useEffect(() => follow(), [status.data]);

  function become(next: Batch | undefined): void {
    if (next) tabStore.setItem(key, JSON.stringify(next));
    else tabStore.removeItem(key);
    setBatch(next);
  }

  async function send(calls: readonly SaleCall[]): Promise<void> {
    setOutcome(undefined);
    setIsPrompting(true);
    try {
      const client = await walletClient(owner);
      const formatted = calls.map(formatCall);
      // Stored before the prompt, so that a reloaded page does not offer to send the calls again.
      const chosen = toHex(crypto.getRandomValues(new Uint8Array(32)));
      become({ id: chosen, calls: formatted });
      const { id } = await sendCalls(client, {
        id: chosen,
        account: owner,
        chain: client.chain,
        calls: calls.map((call) => ({ to: runtimeConfig().contract, data: encodeCall(call) })),
        forceAtomic: true,
      });
      become({ id, calls: formatted });
    } catch (error) {
      become(undefined);
      setOutcome({ message: describeBatchFailure(error), done: [], blockNumber: 0n });
    } finally {
      setIsPrompting(false);
    }
  }

  return {
    isSupported,
    isPending: isPrompting || batch !== undefined,
    message: outcome?.message ?? pendingMessage(isPrompting, batch !== undefined, status.isError),
    blockNumber: outcome?.blockNumber ?? 0n,
    send,
    /** Forgets the last batch's outcome. */
    clear: () => setOutcome(undefined),
    /** Present while the wallet does not report the batch. */
    stopWaiting: batch !== undefined && status.isError ? () => become(undefined) : undefined,
  };
}

/** Returns a client that sends requests to the owner's wallet. */
function walletClient(account: Address) {
  return getConnectorClient(walletConfig, { account, chainId: walletConfig.chains[0].id });
}

async function supportsBatches(owner: Address): Promise<boolean> {
  const client = await walletClient(owner);
  const { atomic } = await getCapabilities(client, { account: owner, chainId: client.chain.id });
  return atomic?.status === "supported" || atomic?.status === "ready";
}

function pendingMessage(isPrompting: boolean, isSent: boolean, isLost: boolean) {
  const calm = { about: "progress", tone: "calm" } as const;
  if (isPrompting) return { ...calm, text: batchMessages.prompting } satisfies Message;
  if (!isSent) return undefined;
  return (
    isLost
      ? { ...calm, tone: "warning", text: batchMessages.lost }
      : { ...calm, text: batchMessages.waiting }
  ) satisfies Message;
}

/** A wallet whose account cannot become a smart account sends nothing (EIP-5792). */
const notAtomicCodes: readonly unknown[] = [5_750, 5_760];

function describeBatchFailure(error: unknown): Message {
  const isNotAtomic = nestedErrors(error).some((each) =>
    notAtomicCodes.includes(readField(each, "code")),
  );
  if (isNotAtomic) return { about: "failure", tone: "alert", text: batchMessages.notAtomic };
  return failureMessage(describeFailure(error, "wallet"));
}

/** Describes a settled batch: all calls, none, or some took effect. */
export function describeOutcome(
  calls: readonly string[],
  { statusCode, receipts = [] }: Pick<GetCallsStatusReturnType, "statusCode" | "receipts">,
): Outcome {
  const numbers = receipts.map(({ blockNumber }) => Number(blockNumber));
  const blockNumber = BigInt(Math.max(0, ...numbers));
  const isAll = statusCode < 300 && receipts.every(({ status }) => status === "success");
  if (isAll) {
    const message = { about: "progress", tone: "calm", text: batchMessages.done } as const;
    return { message, done: calls, blockNumber };
  }
  const alert = { about: "failure", tone: "alert" } as const;
  if (statusCode >= 400 && statusCode < 600) {
    const text = statusCode < 500 ? batchMessages.notSent : batchMessages.reverted;
    return { message: { ...alert, text }, done: [], blockNumber };
  }
  const isKnown = receipts.length === calls.length;
  // By position, because a batch may toggle minting twice.
  const wasDone = (_: string, index: number) => isKnown && receipts[index]?.status === "success";
  const done = calls.filter(wasDone);
  const rest = calls.filter((call, index) => !wasDone(call, index));
  const text = batchMessages.partial(isKnown ? done : undefined, rest);
  return { message: { ...alert, text }, done, blockNumber };
}

function readBatch(key: string): Batch | undefined {
  try {
    return v.parse(batchSchema, JSON.parse(tabStore.getItem(key) ?? ""));
  } catch {
    return undefined;
  }
}
