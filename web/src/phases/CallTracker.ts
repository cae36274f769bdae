import type { Address } from "viem";
import { TransactionTracker } from "../transactions/TransactionTracker.ts";
import { type ContractCall, isPending } from "../transactions/transaction.ts";

interface OwnerCall {
  order: ContractCall & { wallet: Address };
  authorization: undefined;
}

/** Sends the collection owner's calls, one at a time. */
export class CallTracker extends TransactionTracker<OwnerCall> {
  readonly start = async (order: OwnerCall["order"]): Promise<void> => {
    if (isPending(this.read())) return;
    const stage = { step: "checking", order, authorization: undefined } as const;
    this.become({ stage });
    const { wallet: _, ...call } = order;
    await this.send(stage, call);
  };
}
