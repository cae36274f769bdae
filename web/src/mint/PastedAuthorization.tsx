import { useId, useState } from "react";
import { AuthorizationFormatError, readAuthorization } from "#protocol/sale/readAuthorization";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import { shortAddress } from "../wallet/shortAddress.ts";
import { inDrifters } from "./inWords.ts";

interface PastedAuthorizationProps {
  pasted: SignedMintAuthorization | undefined;
  disabled?: boolean;
  onChange: (pasted: SignedMintAuthorization | undefined) => void;
}

/** Where an authorisation is put that somebody was given. */
export function PastedAuthorization({ pasted, disabled, onChange }: PastedAuthorizationProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();

  function change(typed: string) {
    setText(typed);
    const { signed, fault } = parse(typed);
    setFault(fault);
    onChange(signed);
  }

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
        onChange={(event) => change(event.target.value)}
      />
      <p id={`${id}-about`} className="field__about" role="status" data-fault={fault !== undefined}>
        {fault ?? (pasted ? wordsFor(pasted) : "")}
      </p>
    </div>
  );
}

function wordsFor({ minter, qty, phase }: SignedMintAuthorization): string {
  return `It authorises ${shortAddress(minter)} to mint ${inDrifters(BigInt(qty))} of “${phase}”.`;
}

function parse(text: string): { signed?: SignedMintAuthorization; fault?: string } {
  if (text.trim() === "") return {};
  try {
    return { signed: readAuthorization(text) };
  } catch (error) {
    if (error instanceof AuthorizationFormatError) return { fault: error.message };
    throw error;
  }
}
