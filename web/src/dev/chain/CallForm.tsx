import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId } from "react";
import { useSearchParams } from "react-router-dom";
import { toFunctionSignature } from "viem";
import { Button } from "../../components/Button.tsx";
import { useContracts, useNames, useSimulation } from "./chainQueries.ts";
import { ParameterField } from "./ParameterField.tsx";
import { grouped, listed, TraceView } from "./TraceView.tsx";
import {
  type CallDraft,
  completeCall,
  functionsOf,
  isRead,
  readDraft,
  writeDraft,
} from "./typedCall.ts";
import { askWorld, type TypedCall } from "./worldClient.ts";

/** Calls any function of any contract: reads at once, writes as any address. The page's address holds the call. */
export function CallForm() {
  const [search, setSearch] = useSearchParams();
  const contracts = useContracts();
  const { known, accounts } = useNames();
  const id = useId();
  const addresses = `${id}addresses`;
  const send = useMutation({
    mutationFn: (call: TypedCall) => askWorld("send", "", call),
    onSuccess: (hash) =>
      setSearch((before) => {
        before.set("tx", hash);
        return before;
      }),
  });
  if (!contracts.data) {
    return <p role="status">{contracts.error?.message ?? "Looking for contracts…"}</p>;
  }
  const draft = readDraft(search, contracts.data, accounts);
  const { contract, item, texts, from, value } = draft;
  if (contract === undefined || item === undefined) {
    return <p>No contract of the last build was created on this chain.</p>;
  }
  const call = completeCall(draft);
  const write = (change: Partial<CallDraft>) =>
    setSearch(writeDraft(search, { ...draft, ...change }), { replace: true });
  const functions = functionsOf(contract.abi);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (call) send.mutate(call);
  }

  return (
    <form className="chain__call" onSubmit={submit}>
      <datalist id={addresses}>
        {known.map(({ address, name }) => (
          <option key={address} value={address} label={name} />
        ))}
      </datalist>
      <div className="chain__row">
        <div className="field">
          <label htmlFor={`${id}contract`}>Contract</label>
          <select
            id={`${id}contract`}
            value={contract.address}
            onChange={({ target }) =>
              write({
                contract: contracts.data.find(({ address }) => address === target.value),
                item: undefined,
                texts: [],
              })
            }
          >
            {contracts.data.map(({ address, name }) => (
              <option key={address} value={address}>
                {name} at {address.slice(0, 8)}…
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}function`}>Function</label>
          <select
            id={`${id}function`}
            value={toFunctionSignature(item)}
            onChange={({ target }) =>
              write({
                item: functions.find((each) => toFunctionSignature(each) === target.value),
                texts: [],
                value: "0",
              })
            }
          >
            {[true, false].map((reads) => (
              <optgroup key={String(reads)} label={reads ? "Reads" : "Writes"}>
                {functions
                  .filter((each) => isRead(each) === reads)
                  .map((each) => (
                    <option key={toFunctionSignature(each)}>{toFunctionSignature(each)}</option>
                  ))}
              </optgroup>
            ))}
          </select>
        </div>
      </div>
      {item.inputs.map((parameter, index) => (
        <ParameterField
          // biome-ignore lint/suspicious/noArrayIndexKey: parameters keep their places.
          key={index}
          parameter={parameter}
          text={texts[index] ?? ""}
          addresses={addresses}
          onText={(text) => write({ texts: texts.with(index, text) })}
        />
      ))}
      <div className="chain__row">
        <div className="field chain__wide">
          <label htmlFor={`${id}from`}>Sender</label>
          <input
            id={`${id}from`}
            list={addresses}
            value={from}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => write({ from: target.value })}
          />
        </div>
        {item.stateMutability === "payable" && (
          <div className="field">
            <label htmlFor={`${id}value`}>Value (ETH)</label>
            <input
              id={`${id}value`}
              value={value}
              inputMode="decimal"
              autoComplete="off"
              onChange={({ target }) => write({ value: target.value })}
            />
          </div>
        )}
      </div>
      <CallOutcome call={call} />
      {!isRead(item) && (
        <p className="chain__row">
          <Button type="submit" isPrimary disabled={call === undefined || send.isPending}>
            Send
          </Button>
        </p>
      )}
      {send.error && <p role="alert">{send.error.message}</p>}
    </form>
  );
}

/** What a call returns or would do on top of the latest block. */
function CallOutcome({ call }: { call: TypedCall | undefined }) {
  const { data: trace, error } = useSimulation(call);
  if (call === undefined) return <p className="chain__hint">Fill in every field.</p>;
  if (error) return <p role="alert">{error.message}</p>;
  if (!trace) return <p role="status">Simulating…</p>;
  const { revert, call: done } = trace;
  return (
    <div role="status" className="chain__outcome">
      {trace.warning && <p className="notice notice--warning">{trace.warning}</p>}
      {revert ? (
        <p>
          It reverts with <strong>{revert.title}</strong>. {revert.cause} {revert.fix}
        </p>
      ) : (
        <p>
          {done.returned.length > 0 && (
            <>
              Returns <code>{listed(done.returned)}</code>
              <br />
            </>
          )}
          It succeeds with {grouped(done.gasUsed)} gas.
        </p>
      )}
      <details>
        <summary>Calls and events</summary>
        <TraceView trace={trace} />
      </details>
    </div>
  );
}
