import { type ReactNode, useId } from "react";
import { Button } from "../components/Button.tsx";
import { runtimeConfig } from "../env.ts";
import { useWallet } from "../wallet/useWallet.ts";
import { allowanceMessage } from "./allowance.ts";
import { inDrifters, inEther } from "./inWords.ts";
import { mintingMessage } from "./messages.ts";
import { PastedAuthorization } from "./PastedAuthorization.tsx";
import { noPaste } from "./pastedAuthorization.ts";
import type { Purchase } from "./purchase/purchase.ts";
import { QuantityField } from "./QuantityField.tsx";
import { quantityFault } from "./quantity.ts";
import type { MintFormState } from "./useMintForm.ts";
import { useOpenOn } from "./useOpenOn.ts";
import "./MintForm.css";

interface MintFormProps {
  form: MintFormState;
  purchase: Purchase;
  /** Whether a rule blocks the mint. */
  isBlocked: boolean;
  /** Rendered below the button. */
  outcome: ReactNode;
}

/** The form: quantity, total and a button for the next step. */
export function MintForm({ form, purchase, isBlocked, outcome }: MintFormProps) {
  const totalId = useId();
  return (
    <section className="mint-form" aria-label="Mint">
      <QuantityField
        typed={form.typed}
        most={form.most}
        disabled={form.isQuantityFixed}
        describedBy={totalId}
        onChange={form.choose}
      />
      {/* Always rendered, so that the layout does not shift when the allowance arrives. */}
      <p className="mint-form__allowance" role="status">
        {form.idsLeft > 0 && form.allowance && allowanceMessage(form.allowance, form.idsLeft)}
      </p>
      <Total id={totalId} form={form} />
      <NextStep form={form} purchase={purchase} isBlocked={isBlocked} describedBy={totalId} />
      {outcome}
      <Paste form={form} purchase={purchase} />
    </section>
  );
}

function Total({ id, form }: { id: string; form: MintFormState }) {
  const { qty, price, most, isAllowed, allowance, isPending } = form;
  if (isPending && qty !== undefined) {
    return (
      <p id={id} className="mint-form__total">
        <strong>{mintingMessage({ qty, price })}</strong>
      </p>
    );
  }
  return (
    // A fault replaces the total, so that the layout does not shift.
    <p id={id} className="mint-form__total">
      <span className="mint-form__fault" role="status">
        {qty === undefined && quantityFault(most, allowance?.left)}
      </span>
      {qty !== undefined && isAllowed && (
        <>
          You will pay <strong>{inEther(BigInt(qty) * price)}</strong> for {inDrifters(qty)}.
        </>
      )}
      <span className="mint-form__fee">
        {" "}
        Your wallet adds the network's fee and asks you before anything is sent.
      </span>
    </p>
  );
}

function Paste({ form, purchase }: Pick<MintFormProps, "form" | "purchase">) {
  const { paste, isPending, changePaste } = form;
  const { stage } = purchase;
  const isWanted = stage.step === "failed" && stage.failure.isNotOffered === true;
  const [isOpen, setIsOpen] = useOpenOn(isWanted);
  return (
    <>
      {paste.signed && (
        <p className="mint-form__paste">
          Using a pasted authorisation for {paste.signed.qty}.{" "}
          <Button isSmall disabled={isPending} onClick={() => changePaste(noPaste)}>
            Remove
          </Button>
        </p>
      )}
      {paste.fault && <p className="mint-form__paste">Fix or clear the pasted authorisation.</p>}
      <details
        className="mint-form__paste"
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>I have an authorisation</summary>
        <PastedAuthorization paste={paste} disabled={isPending} onChange={changePaste} />
      </details>
    </>
  );
}

interface NextStepProps extends Pick<MintFormProps, "form" | "purchase" | "isBlocked"> {
  describedBy: string;
}

/** The page's main button, labelled with the next step. */
function NextStep({ form, purchase, isBlocked, describedBy }: NextStepProps) {
  const { status, chainId, openDialog, preload } = useWallet();
  const { chain } = runtimeConfig();
  if (status === "disconnected") {
    return (
      <Button
        isPrimary
        isWide
        aria-haspopup="dialog"
        onClick={openDialog}
        onPointerEnter={preload}
        onFocus={preload}
      >
        Connect a wallet to mint
      </Button>
    );
  }
  if (status === "connected" && chainId !== chain.id && !form.isPending) {
    return (
      <Button isPrimary isWide data-focus-target="mint" aria-haspopup="dialog" onClick={openDialog}>
        Switch to {chain.name}
      </Button>
    );
  }
  return (
    <Button
      isPrimary
      isWide
      data-focus-target="mint"
      disabled={isBlocked || !form.canPress || form.isPending || status !== "connected"}
      aria-describedby={describedBy}
      onClick={form.press}
    >
      {status === "connected" ? (busyLabel(purchase) ?? mintLabel(form)) : "Connecting…"}
    </Button>
  );
}

function mintLabel({ qty, price, isPriceShown }: MintFormState): string {
  if (qty === undefined) return "Mint";
  const label = `Mint ${inDrifters(qty)}`;
  return isPriceShown ? `${label} for ${inEther(BigInt(qty) * price)}` : label;
}

function busyLabel({ stage }: Purchase): string | undefined {
  if (stage.step === "authorising") return "Requesting the authorisation…";
  if (stage.step === "checking") return "Simulating the mint…";
  if (stage.step === "asking") return "Confirm in your wallet…";
  return stage.step === "sent" ? "Waiting for confirmation…" : undefined;
}
