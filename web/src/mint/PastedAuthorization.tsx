import { useId } from "react";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import { shortAddress } from "../wallet/shortAddress.ts";
import { inDrifters } from "./inWords.ts";
import { type Paste, readPaste } from "./pastedAuthorization.ts";

interface PastedAuthorizationProps {
  paste: Paste;
  disabled?: boolean;
  onChange: (paste: Paste) => void;
}

/** Field for an authorisation obtained elsewhere. */
export function PastedAuthorization({ paste, disabled, onChange }: PastedAuthorizationProps) {
  const id = useId();
  const { text, signed, fault } = paste;
  return (
    <div className="field">
      <label className="eyebrow" htmlFor={id}>
        Authorisation, as JSON
      </label>
      <textarea
        id={id}
        rows={4}
        spellCheck={false}
        value={text}
        disabled={disabled}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-about`}
        onChange={(event) => onChange(readPaste(event.target.value))}
      />
      <p id={`${id}-about`} className="field__about" role="status" data-fault={fault !== undefined}>
        {fault ?? (signed ? wordsFor(signed) : "")}
      </p>
    </div>
  );
}

function wordsFor({ minter, qty, phase }: SignedMintAuthorization): string {
  return `It authorises ${shortAddress(minter)} to mint ${inDrifters(BigInt(qty))} of “${phase}”.`;
}
