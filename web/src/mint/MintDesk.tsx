import { useId } from "react";
import type { SaleFacts } from "#protocol/sale/saleFacts";
import { runtimeConfig } from "../env.ts";
import { useWallet } from "../wallet/useWallet.ts";
import { inCoins, inDrifters } from "./inWords.ts";
import { PastedAuthorization } from "./PastedAuthorization.tsx";
import { QuantityStepper } from "./QuantityStepper.tsx";
import { mostAtOnce } from "./supply.ts";
import type { Minting } from "./useMinting.ts";
import { useOpenOn } from "./useOpenOn.ts";
import "./MintDesk.css";

interface MintDeskProps {
  sale: SaleFacts;
  qty: number;
  onQuantity: (qty: number) => void;
  minting: Minting;
  /** What keeps the mint from being done. */
  obstacle: string | undefined;
  obstacleId: string;
}

/** Where a visitor says how many, sees what it costs, and goes the next step. */
export function MintDesk(props: MintDeskProps) {
  const { sale, qty, onQuantity, minting, obstacle, obstacleId } = props;
  const { address } = useWallet();
  const { pasted, isBusy, failure } = minting;
  const totalId = useId();
  const [isPasting, setIsPasting] = useOpenOn(failure?.isNotOffered === true);
  return (
    <section className="mint-desk" aria-label="Mint">
      <QuantityStepper
        value={qty}
        most={Math.max(1, mostAtOnce(sale))}
        disabled={isBusy || pasted !== undefined}
        onChange={onQuantity}
      />
      <p id={totalId} className="mint-desk__total">
        You will pay <strong>{inCoins(BigInt(qty) * sale.price)}</strong> for {inDrifters(qty)}.
        <span> Your wallet adds the network's fee and asks you before anything is sent.</span>
      </p>
      <NextStep
        label={`Mint ${inDrifters(qty)}`}
        minting={minting}
        isKept={obstacle !== undefined}
        describedBy={obstacle === undefined ? totalId : obstacleId}
        onMint={() => address && void minting.mint({ minter: address, qty, sale })}
      />
      <details
        className="mint-desk__paste"
        open={isPasting}
        onToggle={(event) => setIsPasting(event.currentTarget.open)}
      >
        <summary>I have an authorisation</summary>
        <PastedAuthorization
          pasted={pasted}
          disabled={isBusy}
          onChange={(signed) => {
            minting.paste(signed);
            if (signed) onQuantity(Number(signed.qty));
          }}
        />
      </details>
    </section>
  );
}

interface NextStepProps {
  label: string;
  minting: Minting;
  /** Whether something keeps the mint from being done. */
  isKept: boolean;
  describedBy: string;
  onMint: () => void;
}

/** The page's main button: its words say what comes next. */
function NextStep({ label, minting, isKept, describedBy, onMint }: NextStepProps) {
  const { status, chainId, openDialog, preload } = useWallet();
  const { chain } = runtimeConfig();
  if (status === "disconnected") {
    return (
      <button
        type="button"
        className="button button--primary button--wide"
        aria-haspopup="dialog"
        onClick={openDialog}
        onPointerEnter={preload}
        onFocus={preload}
      >
        Connect a wallet to mint
      </button>
    );
  }
  if (status === "connected" && chainId !== chain.id && !minting.isBusy) {
    return (
      <button
        type="button"
        className="button button--primary button--wide"
        aria-haspopup="dialog"
        onClick={openDialog}
      >
        Switch to {chain.name}
      </button>
    );
  }
  return (
    <button
      type="button"
      className="button button--primary button--wide"
      disabled={isKept || minting.isBusy || status !== "connected"}
      aria-describedby={describedBy}
      onClick={onMint}
    >
      {status === "connected" ? busyLabel(minting) : "Connecting…"}
      {status === "connected" && !minting.isBusy && label}
    </button>
  );
}

function busyLabel({ isAuthorizing, state }: Minting): string | undefined {
  if (isAuthorizing) return "Asking for the authorisation…";
  if (state.step === "checking") return "Asking the contract…";
  if (state.step === "asking") return "Confirm in your wallet…";
  return state.step === "sent" ? "Waiting for the chain…" : undefined;
}
