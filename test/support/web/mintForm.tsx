import { screen } from "@testing-library/react";
import type { MintAllowance, SignedMintAuthorization } from "#protocol/wire/responses";
import type { SaleFacts } from "#sale/saleFacts";
import type { Order, Purchase } from "../../../web/src/mint/purchase/purchase.ts";
import { type Wallet, WalletContext } from "../../../web/src/wallet/useWallet.ts";
import { saleFacts } from "../saleFacts.ts";
import { authorize, order, phase, rejection } from "./purchase.ts";
import { renderComponent } from "./renderComponent.tsx";

const { MintForm } = await import("../../../web/src/mint/MintForm.tsx");
const { useMintForm } = await import("../../../web/src/mint/useMintForm.ts");
const { TransactionNotice } = await import("../../../web/src/transactions/TransactionNotice.tsx");

const range = { name: phase, startingPoint: 101n, endPoint: 121n, currentCount: 1n };
export const usualSale = saleFacts({ phase: range });
export const idle: Purchase = { stage: { step: "idle" } };
export const asking: Purchase = {
  stage: { step: "prompting", prompt: 1, fromBlock: 9n, order, authorization: authorize(order) },
};
/** Returns a purchase with a failed mint. */
export function failed(failure: object = {}): Purchase {
  return {
    stage: { step: "failed", order, failure: { ...rejection, failedAt: "contract", ...failure } },
  };
}

export interface MintFormState {
  sale?: SaleFacts;
  allowance?: MintAllowance;
  purchase?: Purchase;
  isBlocked?: boolean;
  isExplained?: boolean;
  wallet?: Partial<Wallet>;
}

/** One of the form's callbacks and its arguments. */
export type FormCall = [name: string, ...details: unknown[]];

function Form({ calls, situation }: { calls: FormCall[]; situation: MintFormState }) {
  const {
    sale = usualSale,
    allowance,
    purchase = idle,
    isBlocked = false,
    isExplained = true,
  } = situation;
  const wallet: Wallet = {
    status: "connected",
    address: order.wallet,
    chainId: 31_337,
    openDialog: () => calls.push(["open dialog"]),
    preload: () => calls.push(["preload"]),
    ...situation.wallet,
  };
  const tracker = {
    mint: async (ordered: Order, pasted?: SignedMintAuthorization) =>
      void calls.push(["mint", ordered, pasted?.transactionID]),
    clear: () => void calls.push(["clear"]),
    giveUp: () => void calls.push(["give up"]),
    dismiss: () => void calls.push(["dismiss"]),
  };
  const form = useMintForm({ sale, wallet: wallet.address, allowance, purchase, tracker });
  const { messages } = form;
  const outcome = <TransactionNotice {...{ messages, transaction: purchase, tracker }} />;
  return (
    <WalletContext value={wallet}>
      <MintForm {...{ form, purchase, isBlocked, isExplained, outcome }} />
      <button type="button" onClick={form.reset}>
        Reset
      </button>
      <output aria-label="Authorization to send">{form.authorization?.transactionID}</output>
    </WalletContext>
  );
}

/** Renders a sale's form; `change` renders it in a different situation. */
export function openForm(situation: MintFormState = {}) {
  const calls: FormCall[] = [];
  const page = renderComponent(<Form calls={calls} situation={situation} />);
  const change = (next: MintFormState) => page.rerender(<Form calls={calls} situation={next} />);
  return { ...page, calls, change };
}

export const quantity = () =>
  screen.getByRole<HTMLInputElement>("spinbutton", { name: "How many" });

/** Returns an authorization for two tokens as text to paste. */
export function pastedText(differing: object = {}): string {
  return JSON.stringify({ ...authorize({ ...order, qty: 2 }, "77"), ...differing });
}
