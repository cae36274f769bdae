import { type ReactNode, useId } from "react";
import { countNouns } from "#protocol/values/noun";
import { shortAddress } from "../chain/shortAddress.ts";
import { Button } from "../components/Button.tsx";
import { TextField } from "../components/Field.tsx";
import { runtimeConfig } from "../env.ts";
import { useWallet } from "../wallet/useWallet.ts";
import { allowanceMessage, describeQuantity, formatEthAmount, mintingMessage } from "./messages.ts";
import type { Purchase } from "./purchase/purchase.ts";
import { SwitchNetwork } from "./SwitchNetwork.tsx";
import { type MintFormState, useOpenOn } from "./useMintForm.ts";
import "./MintForm.css";

interface MintFormProps {
  form: MintFormState;
  purchase: Purchase;
  /** Whether a rule blocks the mint. */
  isBlocked: boolean;
  /** Whether the explanation is open. */
  isExplained: boolean;
  /** Rendered below the button. */
  outcome: ReactNode;
}

/** Renders the quantity, the total and the button for the next step. */
export function MintForm({ form, purchase, isBlocked, isExplained, outcome }: MintFormProps) {
  const totalId = useId();
  return (
    <section className="mint-form box stack" aria-label="Mint">
      <TextField
        label="How many"
        type="number"
        inputMode="numeric"
        min={1}
        max={form.maxQuantity}
        data-focus-target="quantity"
        value={form.typed}
        disabled={form.isQuantityFixed}
        aria-invalid={form.qty === undefined}
        aria-describedby={totalId}
        onText={form.choose}
        note={!form.isQuantityFixed && <QuantityButtons form={form} />}
        // Scrolling over a focused number input would change its value.
        onWheel={(event) => event.currentTarget.blur()}
      />
      {/* Always rendered, so that the layout does not shift when the allowance arrives. */}
      <p className="mint-form__allowance soft" role="status">
        {form.idsLeft > 0 && form.allowance && allowanceMessage(form.allowance, form.idsLeft)}
      </p>
      <Total id={totalId} form={form} />
      <NextStep form={form} purchase={purchase} isBlocked={isBlocked} describedBy={totalId} />
      {outcome}
      {(isExplained || !form.isAllowed || form.paste.text !== "") && (
        <PasteForm form={form} purchase={purchase} />
      )}
    </section>
  );
}

/** Renders buttons that change the quantity. */
function QuantityButtons({ form: { qty = 1, maxQuantity, choose } }: Pick<MintFormProps, "form">) {
  const steps = {
    "−": Math.max(1, qty - 1),
    "+": Math.min(maxQuantity, qty + 1),
    Max: maxQuantity,
  };
  return (
    <p className="mint-form__steps">
      {Object.entries(steps).map(([label, to]) => (
        <Button key={label} aria-label={`${label}: ${to}`} onClick={() => choose(String(to))}>
          {label}
        </Button>
      ))}
    </p>
  );
}

function Total({ id, form }: { id: string; form: MintFormState }) {
  const { qty, price, maxQuantity, isAllowed, allowance, isPending } = form;
  if (isPending && qty !== undefined) {
    return (
      <p id={id}>
        <strong>{mintingMessage({ qty, price })}</strong>
      </p>
    );
  }
  return (
    // An error replaces the total, so that the layout does not shift.
    <p id={id}>
      <span className="mint-form__fault" role="status">
        {qty === undefined && describeQuantity(maxQuantity, allowance?.left)}
      </span>
      {qty !== undefined && isAllowed && (
        <>
          You will pay <strong>{formatEthAmount(BigInt(qty) * price)}</strong> for {countNouns(qty)}
          .
        </>
      )}
      <span className="mint-form__fee soft">
        {" "}
        Your wallet adds the network fee and asks you before anything is sent.
      </span>
    </p>
  );
}

/** Renders a form for an authorization obtained elsewhere. */
function PasteForm({ form, purchase }: Pick<MintFormProps, "form" | "purchase">) {
  const { paste, isPending, changePaste } = form;
  const { text, signed, error } = paste;
  const { stage } = purchase;
  const isWanted = stage.step === "failed" && stage.failure.isNotOffered === true;
  const [isOpen, setIsOpen] = useOpenOn(isWanted);
  const id = useId();
  return (
    <>
      {signed && (
        <p>
          Using a pasted authorization for {signed.qty}.{" "}
          <Button isSmall disabled={isPending} onClick={() => changePaste("")}>
            Remove
          </Button>
        </p>
      )}
      {error && <p>Fix or clear the pasted authorization.</p>}
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>I have an authorization</summary>
        <div className="field">
          <label htmlFor={id}>Authorization, as JSON</label>
          <textarea
            id={id}
            rows={4}
            spellCheck={false}
            value={text}
            disabled={isPending}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-about`}
            onChange={(event) => changePaste(event.target.value)}
          />
          <p id={`${id}-about`} className={error ? "field__fault" : "small"} role="status">
            {error}
            {signed &&
              `It authorizes ${shortAddress(signed.minter)} to mint ${countNouns(BigInt(signed.qty))} of “${signed.phase}”.`}
          </p>
        </div>
      </details>
    </>
  );
}

interface NextStepProps extends Pick<MintFormProps, "form" | "purchase" | "isBlocked"> {
  describedBy: string;
}

/** Renders the page's main button, labeled with the next step. */
function NextStep({ form, purchase, isBlocked, describedBy }: NextStepProps) {
  const { status, chainId, openDialog, preload } = useWallet();
  const { chain } = runtimeConfig();
  const opensDialog = { "aria-haspopup": "dialog", onClick: openDialog } as const;
  const common = { isPrimary: true, isWide: true };
  if (status === "disconnected") {
    return (
      <Button {...common} {...opensDialog} onPointerEnter={preload} onFocus={preload}>
        Connect a wallet to mint
      </Button>
    );
  }
  if (status === "connected" && chainId !== chain.id && !form.isPending) {
    return <SwitchNetwork chainId={chainId} />;
  }
  return (
    <Button
      {...common}
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
  const label = `Mint ${countNouns(qty)}`;
  return isPriceShown ? `${label} for ${formatEthAmount(BigInt(qty) * price)}` : label;
}

function busyLabel({ stage }: Purchase): string | undefined {
  if (stage.step === "authorizing") return "Requesting the authorization…";
  if (stage.step === "checking") return "Simulating the mint…";
  if (stage.step === "prompting") return "Confirm in your wallet…";
  return stage.step === "sent" ? "Waiting for confirmation…" : undefined;
}
