import type { MintAllowance } from "#protocol/mintAllowance";
import type { SaleFacts } from "#protocol/sale/saleFacts";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import type { Order, Purchase } from "../../web/src/mint/purchase/purchase.ts";
import type { Wallet } from "../../web/src/wallet/useWallet.ts";
import "./componentLoader.ts";
import { type Mounted, mounted } from "./mount.ts";
import "./pageSettings.ts";
import { authorize, order, phase, rejection } from "./purchaseModel.ts";
import { saleFacts } from "./saleFacts.ts";

const { MintForm } = await import("../../web/src/mint/MintForm.tsx");
const { MintOutcome } = await import("../../web/src/mint/MintOutcome.tsx");
const { useMintForm } = await import("../../web/src/mint/useMintForm.ts");
const { WalletContext } = await import("../../web/src/wallet/useWallet.ts");

const range = { name: phase, startingPoint: 101n, endPoint: 121n, currentCount: 1n };
export const usual = saleFacts({ phase: range });
export const idle: Purchase = { stage: { step: "idle" } };
export const failed = (failure: object = {}): Purchase => ({
  stage: { step: "failed", order, failure: { ...rejection, asked: "contract", ...failure } },
});
export const asking: Purchase = {
  stage: { step: "asking", prompt: 1, order, authorization: authorize(order) },
};
export const unanswered = {
  order,
  authorization: authorize(order),
  prompts: 1,
  fromBlock: 9n,
  isSent: false,
};

export interface Situation {
  sale?: SaleFacts;
  allowance?: MintAllowance;
  purchase?: Purchase;
  connection?: Partial<Wallet>;
  isBlocked?: boolean;
}

/** What the form has asked for, in its order. */
export type Asked = [name: string, ...details: unknown[]];

function Form({ asked, situation }: { asked: Asked[]; situation: Situation }) {
  const { sale = usual, allowance, purchase = idle, isBlocked = false } = situation;
  const wallet: Wallet = {
    status: "connected",
    address: order.wallet,
    chainId: 31_337,
    openDialog: () => asked.push(["open dialog"]),
    preload: () => asked.push(["preload"]),
    ...situation.connection,
  };
  const tracker = {
    mint: async (ordered: Order, pasted?: SignedMintAuthorization) =>
      void asked.push(["mint", ordered.qty, ordered.price, pasted?.transactionID]),
    clear: () => void asked.push(["clear"]),
    giveUp: () => void asked.push(["give up"]),
    dismiss: () => void asked.push(["dismiss"]),
  };
  const form = useMintForm({ sale, wallet: wallet.address, allowance, purchase, tracker });
  const outcome = <MintOutcome {...{ messages: form.messages, purchase, phase, tracker }} />;
  return (
    <WalletContext value={wallet}>
      <MintForm {...{ form, purchase, isBlocked, outcome }} />
      <button type="button" onClick={form.reset}>
        Reset
      </button>
      <output>{form.authorization?.transactionID ?? "none"}</output>
    </WalletContext>
  );
}

export function formWith(asked: Asked[], situation: Situation = {}) {
  return <Form asked={asked} situation={situation} />;
}

/** The form in this situation; `asked` is what it has asked for. */
export async function withForm(
  situation: Situation,
  work: (page: Mounted, asked: Asked[]) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  await mounted(formWith(asked, situation), (page) => work(page, asked));
}

export const mainButton = (page: Mounted) => {
  const found = page.all("button").find((each) => each.getAttribute("class")?.includes("wide"));
  if (!found) throw new Error("There is no main button.");
  return found;
};

export const textOfPaste = (differing: object = {}) =>
  JSON.stringify({ ...authorize({ ...order, qty: 2 }, "77"), ...signature, ...differing });

/** Of the right length; nobody checks it here. */
const signature = { hash: `0x${"1".repeat(64)}`, signature: `0x${"2".repeat(130)}` };
