import { formatEtherAmount } from "#protocol/values/ether";
import { describeChanges } from "#trace/describeChanges";
import { listValues, shortenBytes } from "#trace/listValues";
import { Notice } from "../../components/Notice.tsx";
import type { CallJson, TraceJson } from "./worldClient.ts";

/** Renders a transaction's or a simulated call's trace: failure, calls with gas, events, console lines. */
export function TraceView({ trace }: { trace: TraceJson }) {
  const { call, revert } = trace;
  return (
    <div className="chain-trace stack">
      {revert && (
        <Notice tone="warning" role="status">
          <strong>{revert.title}</strong> {revert.cause} {revert.fix}
        </Notice>
      )}
      <h3>Calls</h3>
      <ul>
        <CallNode call={call} />
      </ul>
    </div>
  );
}

/** Renders what a transaction or a simulated call changed, by name. */
export function ChangeList({ trace: { changes, revert } }: { trace: TraceJson }) {
  return describeChanges(changes, revert !== undefined).map(({ title, changes }) => (
    <div key={title} className="chain-trace">
      <h3>{title}</h3>
      <ul>
        {changes.map(({ subject, values }) => (
          <li key={subject}>
            <code>{subject}</code>
            <ul>
              {values.map((value) => (
                <li key={value}>
                  <code>{value}</code>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  ));
}

function CallNode({ call }: { call: CallJson }) {
  const { type, contract, to, function: name, data, value, gasUsed, returned, error, items } = call;
  const kind = type === "CALL" ? "" : `${type.toLowerCase()} `;
  const target = contract ?? to ?? "";
  return (
    <li>
      <p className="chain-trace__line" data-failed={error !== undefined || undefined}>
        <code>
          {kind}
          {target}
          {name === undefined
            ? data && ` ${shortenBytes(data)}`
            : `.${name}(${listValues(call.arguments)})`}
          {value !== "0" && ` with ${formatEtherAmount(BigInt(value), "ETH")}`}
          {returned.length > 0 && ` → ${listValues(returned, name)}`}
          {error !== undefined && ` ✘ ${error}`}
        </code>
        <span className="small">{formatNumber(gasUsed)} gas</span>
      </p>
      {items.length > 0 && (
        <ul>
          {items.map((item, index) => {
            const key = `${item.kind} ${index}`;
            if (item.kind === "call") return <CallNode key={key} call={item} />;
            return (
              <li key={key}>
                {item.kind === "console" ? (
                  <code className="chain-trace__console">console.log: {item.text}</code>
                ) : (
                  <code>
                    event {item.name ?? item.topics[0]}({listValues(item.values, item.name)})
                  </code>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}

/** Formats a number with thousands separators: `81,411`. */
export function formatNumber(gas: string): string {
  return Number(gas).toLocaleString("en");
}
