import { useId, useState } from "react";
import { formatCall } from "#protocol/collectionCalls";
import { type SaleCall, type SaleCallName, saleCallNames } from "#protocol/sale/saleCalls";
import type { CallOutcome } from "#protocol/sale/saleFacts";
import { Button } from "../../components/Button.tsx";
import { runtimeConfig } from "../../env.ts";
import { inEther } from "../inWords.ts";
import { argumentsOf, readSaleCall } from "./saleCallForm.ts";
import "./WhatIfs.css";

interface WhatIfsProps {
  calls: readonly SaleCall[];
  /** Outcomes of the calls, in order; absent for calls that were just changed. */
  outcomes: readonly CallOutcome[];
  onChange: (calls: readonly SaleCall[]) => void;
}

/** The hypothetical owner calls before the mint, in order. */
export function WhatIfs({ calls, outcomes, onChange }: WhatIfsProps) {
  const move = (from: number, to: number) => {
    const moved = calls.toSpliced(from, 1);
    const call = calls[from];
    if (call) onChange(moved.toSpliced(to, 0, call));
  };
  return (
    <fieldset className="what-ifs">
      <legend className="eyebrow">What if the owner first …</legend>
      {calls.length > 0 && (
        <ol aria-label="The owner's calls">
          {calls.map((call, index) => {
            const text = formatCall(call);
            return (
              // Two calls may be equal, so the index is the key.
              // biome-ignore lint/suspicious/noArrayIndexKey: calls have no unique key.
              <li key={index}>
                <code>{text}</code>
                <Outcome call={call} outcome={outcomes[index]} />
                <span className="what-ifs__buttons">
                  <ListButton
                    label={`Move ${text} up`}
                    sign="↑"
                    disabled={index === 0}
                    onPress={() => move(index, index - 1)}
                  />
                  <ListButton
                    label={`Move ${text} down`}
                    sign="↓"
                    disabled={index === calls.length - 1}
                    onPress={() => move(index, index + 1)}
                  />
                  <ListButton
                    label={`Remove ${text}`}
                    sign="✕"
                    onPress={() => onChange(calls.toSpliced(index, 1))}
                  />
                </span>
              </li>
            );
          })}
        </ol>
      )}
      <NewCall onAdd={(call) => onChange([...calls, call])} />
    </fieldset>
  );
}

function Outcome({ call, outcome }: { call: SaleCall; outcome: CallOutcome | undefined }) {
  if (outcome === undefined || formatCall(outcome.call) !== formatCall(call)) {
    return <span className="what-ifs__outcome">simulating…</span>;
  }
  const { revert } = outcome;
  if (revert === undefined) {
    return (
      <span className="what-ifs__outcome">
        succeeds
        {call.functionName === "adjustPrice" &&
          `: each drifter then costs ${inEther(call.args[0])}`}
      </span>
    );
  }
  return (
    <span className="what-ifs__outcome" data-refused="true">
      reverts and changes nothing: {revert.title}. {revert.cause} {revert.fix}
    </span>
  );
}

interface ListButtonProps {
  label: string;
  sign: string;
  disabled?: boolean;
  onPress: () => void;
}

function ListButton({ label, sign, disabled = false, onPress }: ListButtonProps) {
  return (
    <Button isSmall aria-label={label} disabled={disabled} onClick={onPress}>
      {sign}
    </Button>
  );
}

function NewCall({ onAdd }: { onAdd: (call: SaleCall) => void }) {
  const { symbol } = runtimeConfig().chain.nativeCurrency;
  const id = useId();
  const [name, setName] = useState<SaleCallName>("toggleMint");
  const [texts, setTexts] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string>();

  function add() {
    const read = readSaleCall(name, texts);
    if ("fault" in read) return setFault(read.fault);
    setFault(undefined);
    setTexts([]);
    onAdd(read.call);
  }

  return (
    <div className="what-ifs__new">
      <div className="field">
        <label className="eyebrow" htmlFor={id}>
          Call
        </label>
        <select
          id={id}
          value={name}
          onChange={(event) => {
            const chosen = saleCallNames.find((each) => each === event.target.value);
            if (chosen) setName(chosen);
            setTexts([]);
            setFault(undefined);
          }}
        >
          {saleCallNames.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
      {argumentsOf(name).map((argument, index) => (
        <div key={argument.name} className="field">
          <label className="eyebrow" htmlFor={`${id}-${index}`}>
            {argument.name} ({argument.isPrice ? symbol : argument.type})
          </label>
          <input
            id={`${id}-${index}`}
            value={texts[index] ?? ""}
            placeholder={argument.hint}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              const typed = event.target.value;
              setTexts(argumentsOf(name).map((_, i) => (i === index ? typed : (texts[i] ?? ""))));
            }}
            onKeyDown={(event) => event.key === "Enter" && add()}
          />
        </div>
      ))}
      <Button isSmall onClick={add}>
        Add
      </Button>
      <p className="field__about" role="status" data-fault="true">
        {fault}
      </p>
    </div>
  );
}
