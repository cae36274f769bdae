import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, type FormEvent, type ReactNode, useId } from "react";
import { useSearchParams } from "react-router-dom";
import { type AbiParameter, toFunctionSignature } from "viem";
import type { DeployedContract, TypedCall } from "#localChain/chainPage";
import { valueExample } from "#protocol/values/valueExample";
import { listValues } from "#trace/listValues";
import { Button } from "../../components/Button.tsx";
import { SelectField, TextField } from "../../components/Field.tsx";
import { Notice } from "../../components/Notice.tsx";
import { useContracts, useNames, useSimulation } from "./chainQueries.ts";
import { ChangeList, formatNumber, TraceView } from "./TraceView.tsx";
import {
  type CallDraft,
  completeCall,
  listFunctions,
  parseDraft,
  writeDraft,
} from "./typedCall.ts";
import { type Choice, useChoices } from "./useChoices.ts";
import { requestWorld } from "./worldClient.ts";

interface CallFormProps {
  /** Whether the form offers only read functions; otherwise, only write functions. */
  isReading?: boolean;
  /** Content below the call's outcome. */
  children?: ReactNode;
}

/**
 * Renders a form that calls any function: reads run immediately, writes are sent from any address.
 * The page's URL stores the call.
 */
export function CallForm({ isReading = false, children }: CallFormProps) {
  const [search, setSearch] = useSearchParams();
  const contracts = useContracts();
  const { accounts } = useNames();
  const send = useMutation({
    mutationFn: (call: TypedCall) => requestWorld("send", "", call),
    onSuccess: (hash) =>
      setSearch((before) => {
        before.set("tx", hash);
        return before;
      }),
  });
  if (!contracts.data) {
    return <p role="status">{contracts.error?.message ?? "Looking for contracts…"}</p>;
  }
  const draft = parseDraft(search, contracts.data, { accounts, isReading });
  const { contract, item } = draft;
  if (!contract) return <p>No contract of the last build was created on this chain.</p>;
  const call = completeCall(draft);
  const write = (change: Partial<CallDraft>) =>
    setSearch(writeDraft(search, { ...draft, ...change }), { replace: true });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (call) send.mutate(call);
  }

  return (
    <>
      <form className="stack" onSubmit={submit}>
        <CallFields {...{ draft, contract, isReading, write }} contracts={contracts.data} />
        {!isReading && (
          <p>
            <Button type="submit" isPrimary disabled={call === undefined || send.isPending}>
              Send
            </Button>
          </p>
        )}
        {send.error && <p role="alert">{send.error.message}</p>}
      </form>
      <div className="stack stack--loose">
        <section className="stack" aria-labelledby="chain-result">
          <h2 id="chain-result">Result</h2>
          {item ? (
            <CallOutcome call={call} isReading={isReading} />
          ) : (
            <p>{`No function of this contract ${isReading ? "reads" : "writes"}.`}</p>
          )}
        </section>
        {children}
      </div>
    </>
  );
}

interface CallFieldsProps {
  draft: CallDraft;
  contract: DeployedContract;
  contracts: readonly DeployedContract[];
  isReading: boolean;
  write: (change: Partial<CallDraft>) => void;
}

/** Renders fields for the contract, the function, its arguments, the sender and the value. */
function CallFields({ draft, contract, contracts, isReading, write }: CallFieldsProps) {
  const { item, texts, from, value } = draft;
  const choicesFor = useChoices();
  const functions = listFunctions(contract.abi, isReading);
  const find = (signature: string) =>
    functions.find((each) => toFunctionSignature(each) === signature);
  const at = (address: string) => contracts.find((each) => each.address === address);
  return (
    <>
      <SelectField
        label="Contract"
        value={contract.address}
        options={contracts.map(({ address, name }) => [
          address,
          `${name} at ${address.slice(0, 8)}…`,
        ])}
        onText={(address) => write({ contract: at(address), item: undefined, texts: [] })}
      />
      <SelectField
        label="Function"
        value={item && toFunctionSignature(item)}
        options={functions.map(toFunctionSignature)}
        onText={(signature) => write({ item: find(signature), texts: [], value: "0" })}
      />
      {item?.inputs.map((parameter, index) => (
        <ParameterField
          // biome-ignore lint/suspicious/noArrayIndexKey: parameters never change their order.
          key={index}
          parameter={parameter}
          text={texts[index] ?? ""}
          choices={choicesFor(parameter)}
          onText={(text) => write({ texts: texts.with(index, text) })}
        />
      ))}
      {!isReading && (
        <ChoiceField
          label="Sender"
          choices={choicesFor({ type: "address" })}
          value={from}
          onText={(text) => write({ from: text })}
        />
      )}
      {item?.stateMutability === "payable" && (
        <TextField
          label="Value (ETH)"
          inputMode="decimal"
          value={value}
          onText={(text) => write({ value: text })}
        />
      )}
    </>
  );
}

interface ParameterFieldProps {
  parameter: AbiParameter;
  text: string;
  choices: readonly Choice[];
  onText: (text: string) => void;
}

/** Renders a field for a function parameter; amounts may be typed in ether, as `0.5 ether`. */
function ParameterField({ parameter, text, choices, onText }: ParameterFieldProps) {
  const { name, type } = parameter;
  const common = { label: `${name || "value"} (${type})`, value: text, onText };
  if (type === "bool") {
    return <SelectField {...common} options={[["", "choose"], "true", "false"]} />;
  }
  return <ChoiceField {...common} placeholder={valueExample(parameter)} choices={choices} />;
}

interface ChoiceFieldProps extends Omit<ComponentProps<typeof TextField>, "list"> {
  choices: readonly Choice[];
}

/** Renders a text field that suggests values that exist. */
function ChoiceField({ choices, ...field }: ChoiceFieldProps) {
  const id = useId();
  return (
    <>
      <TextField {...field} list={id} />
      <datalist id={id}>
        {choices.map((choice) => (
          <option key={choice.value} {...choice} />
        ))}
      </datalist>
    </>
  );
}

/** Renders a call's result or effects, simulated on top of the latest block. */
function CallOutcome({ call, isReading }: { call: TypedCall | undefined; isReading: boolean }) {
  const { data: trace, error } = useSimulation(call);
  if (call === undefined) return <p className="small">Fill in every field. An empty text is "".</p>;
  if (error) return <p role="alert">{error.message}</p>;
  if (!trace) return <p role="status">Simulating…</p>;
  const { revert, call: done } = trace;
  return (
    <div className="stack" role="status">
      {trace.warning && <Notice tone="warning">{trace.warning}</Notice>}
      {done.returned.length > 0 && (
        <p>
          Returns <code>{listValues(done.returned, done.function)}</code>
        </p>
      )}
      {revert ? (
        <p>
          It reverts with <strong>{revert.title}</strong>. {revert.cause} {revert.fix}
        </p>
      ) : (
        <p>It succeeds with {formatNumber(done.gasUsed)} gas.</p>
      )}
      {!isReading && <ChangeList trace={trace} />}
      <details>
        <summary>Calls and events</summary>
        <TraceView trace={trace} />
      </details>
    </div>
  );
}
