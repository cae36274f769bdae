import { useId, useState } from "react";
import type { CallOutcome } from "#protocol/sale/saleFacts";
import { PastedAuthorization } from "../PastedAuthorization.tsx";
import { noPaste } from "../pastedAuthorization.ts";
import type { ExpertFaults, ExpertInput } from "./expertInput.ts";
import { WhatIfs } from "./WhatIfs.tsx";

interface ExpertProps {
  input: ExpertInput;
  faults: ExpertFaults;
  outcomes: readonly CallOutcome[];
  /** The chain's currency symbol. */
  symbol: string;
  onChange: (input: ExpertInput) => void;
}

/** Form for a hypothetical mint or sale. */
export function Expert({ input, faults, outcomes, symbol, onChange }: ExpertProps) {
  const [paste, setPaste] = useState(noPaste);
  return (
    <div className="expert">
      <p>Simulation only: nothing is signed or sent. Empty fields are as on this page.</p>
      <div className="expert__fields">
        <ExpertField
          label="Wallet"
          hint="as on this page"
          text={input.wallet}
          fault={faults.wallet}
          onChange={(wallet) => onChange({ ...input, wallet })}
        />
        <ExpertField
          label="Quantity"
          hint="as on this page"
          text={input.qty}
          fault={faults.qty}
          onChange={(qty) => onChange({ ...input, qty })}
        />
        <ExpertField
          label={`Value in ${symbol}`}
          hint="the price of all"
          text={input.value}
          fault={faults.value}
          onChange={(value) => onChange({ ...input, value })}
        />
      </div>
      <PastedAuthorization
        paste={paste}
        onChange={(next) => {
          setPaste(next);
          onChange({ ...input, authorization: next.signed });
        }}
      />
      <WhatIfs
        calls={input.whatIf}
        outcomes={outcomes}
        onChange={(whatIf) => onChange({ ...input, whatIf })}
      />
    </div>
  );
}

interface ExpertFieldProps {
  label: string;
  /** What an empty field means. */
  hint: string;
  text: string;
  fault: string | undefined;
  onChange: (text: string) => void;
}

function ExpertField({ label, hint, text, fault, onChange }: ExpertFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="eyebrow" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        value={text}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-about`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-about`} className="field__about" role="status" data-fault="true">
        {fault}
      </p>
    </div>
  );
}
