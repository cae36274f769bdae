import { type FormEvent, useState } from "react";
import { CallSyntaxError } from "#protocol/values/encodeCall";
import { noun } from "#protocol/values/noun";
import { formatCall } from "#sale/collectionCalls";
import { parseSaleCall, type SaleCall } from "#sale/saleCalls";
import type { CallOutcome } from "#sale/saleFacts";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/Field.tsx";
import { runtimeConfig } from "../../env.ts";
import { usePersistedText } from "../../page/reload.ts";
import { formatEthAmount } from "../messages.ts";
import { type ExpertErrors, type ExpertInput, expertFields } from "./expertInput.ts";

interface ExpertProps {
  input: ExpertInput;
  errors: ExpertErrors;
  /** Outcomes of the owner's calls, in order; absent for calls that were just changed. */
  outcomes: readonly CallOutcome[];
  onChange: (input: ExpertInput) => void;
}

/** Renders a form for a hypothetical mint or sale. */
export function Expert({ input, errors, outcomes, onChange }: ExpertProps) {
  const { symbol } = runtimeConfig().chain.nativeCurrency;
  const labels = { wallet: "Wallet", qty: "Quantity", value: `Value in ${symbol}` };
  const calls = input.whatIf;
  const changeCalls = (whatIf: readonly SaleCall[]) => onChange({ ...input, whatIf });
  return (
    <div className="stack">
      <p className="soft">
        Simulation only: nothing is signed or sent. Empty fields use this page's values.
      </p>
      <div className="expert__fields stack">
        {expertFields.map((name) => (
          <TextField
            key={name}
            label={labels[name]}
            placeholder={name === "value" ? "the total price" : "this page's value"}
            value={input[name]}
            error={errors[name]}
            onText={(text) => onChange({ ...input, [name]: text })}
          />
        ))}
      </div>
      <fieldset className="stack">
        <legend className="small">What if the owner first …</legend>
        {calls.length > 0 && (
          <ol className="stack" aria-label="The owner's calls">
            {calls.map((call, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two calls may be equal.
              <li key={index} className="row">
                <code>{formatCall(call)}</code>
                <Button
                  isSmall
                  aria-label={`Remove ${formatCall(call)}`}
                  onClick={() => changeCalls(calls.filter((_, other) => other !== index))}
                >
                  ✕
                </Button>
                <Outcome call={call} outcome={outcomes[index]} />
              </li>
            ))}
          </ol>
        )}
        <NewCall onAdd={(call) => changeCalls([...calls, call])} />
      </fieldset>
    </div>
  );
}

function Outcome({ call, outcome }: { call: SaleCall; outcome: CallOutcome | undefined }) {
  if (outcome === undefined || formatCall(outcome.call) !== formatCall(call)) {
    return <span className="soft">simulating…</span>;
  }
  const { revert } = outcome;
  if (revert !== undefined) {
    return (
      <span className="soft field__fault">
        reverts and changes nothing: {revert.title}. {revert.cause} {revert.fix}
      </span>
    );
  }
  return (
    <span className="soft">
      succeeds
      {call.functionName === "adjustPrice" &&
        `: each ${noun} then costs ${formatEthAmount(call.args[0])}`}
    </span>
  );
}

function NewCall({ onAdd }: { onAdd: (call: SaleCall) => void }) {
  const [typed, setTyped] = usePersistedText("call", "");
  const [error, setError] = useState<string>();

  function add(event: FormEvent) {
    event.preventDefault();
    try {
      onAdd(parseSaleCall(typed));
      setTyped("");
      setError(undefined);
    } catch (error) {
      if (!(error instanceof CallSyntaxError)) throw error;
      setError(error.message);
    }
  }

  return (
    <form className="row" onSubmit={add}>
      <TextField
        label="Call"
        placeholder="adjustPrice(0.05 ether)"
        value={typed}
        error={error}
        onText={setTyped}
      />
      <Button isSmall type="submit">
        Add
      </Button>
    </form>
  );
}
