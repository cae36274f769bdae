import { formatEtherAmount } from "#protocol/values/ether";
import type { Trace, TracedCall, TracedItem } from "#trace/buildTrace";
import { describeChanges } from "#trace/describeChanges";
import { listValues, shortenBytes } from "#trace/listValues";
import { formatTable } from "./commandLine/formatTable.ts";

/** Formats the call tree with events and console.log lines, then the failure, then what changed. */
export function describeTrace(trace: Trace): string {
  const tree = [callLine(trace.call), ...itemLines(trace.call, "")].join("\n");
  return [tree, describeRevert(trace), ...listChanges(trace)]
    .filter((part) => part !== "")
    .join("\n\n");
}

function listChanges({ changes, revert }: Trace): string[] {
  return describeChanges(changes, revert !== undefined).map(({ title, changes }) => {
    const lines = changes.map(({ subject, values }) => `  ${[subject, ...values].join(" · ")}`);
    return [title, ...lines].join("\n");
  });
}

/** Formats all calls, sorted by self gas, highest first. */
export function describeGas({ call }: Trace): string {
  const rows = [["own gas", "with calls", "call"]];
  for (const each of listCalls(call).toSorted((a, b) => Number(b.selfGas - a.selfGas))) {
    rows.push([grouped(each.selfGas), grouped(each.gasUsed), callName(each)]);
  }
  return formatTable(rows, { rightAlignedColumns: 2 });
}

function describeRevert({ revert }: Trace): string {
  if (revert === undefined) return "";
  const { title, contract, cause, fix } = revert;
  const where = contract === undefined ? "" : ` in ${contract}`;
  return `✘ ${title}${where}\n  cause  ${cause}\n  fix    ${fix}`;
}

function listCalls(call: TracedCall): TracedCall[] {
  return [call, ...call.items.flatMap((item) => (item.kind === "call" ? listCalls(item) : []))];
}

function itemLines({ items }: TracedCall, indent: string): string[] {
  return items.flatMap((item, index) => {
    const isLast = index === items.length - 1;
    const line = `${indent}${isLast ? "└─" : "├─"} ${itemLine(item)}`;
    const deeper = `${indent}${isLast ? "   " : "│  "}`;
    return item.kind === "call" ? [line, ...itemLines(item, deeper)] : [line];
  });
}

function itemLine(item: TracedItem): string {
  switch (item.kind) {
    case "call":
      return callLine(item);
    case "console":
      return `console.log: ${item.text}`;
    case "event": {
      const { name, values, topics, data } = item;
      return `event ${name === undefined ? `${topics[0] ?? ""} ${data}` : `${name}(${listValues(values, name)})`}`;
    }
  }
}

function callLine(call: TracedCall): string {
  const { gasUsed, returned, error } = call;
  const result = returned.length === 0 ? "" : ` → ${listValues(returned, call.function)}`;
  return `${callName(call)} [${grouped(gasUsed)} gas]${error === undefined ? result : ` ✘ ${error}`}`;
}

function callName(call: TracedCall): string {
  const { type, contract, to, function: name, arguments: values, data, value } = call;
  const target = contract ?? (isPrecompile(call) ? undefined : to);
  const what = name === undefined ? data && shortenBytes(data) : `${name}(${listValues(values)})`;
  const sent = value === 0n ? "" : ` with ${formatEtherAmount(value)}`;
  const called = [target, what].filter((part) => part !== undefined).join(".");
  return `${type === "CALL" ? "" : `${type.toLowerCase()} `}${called}${sent}`;
}

/** A precompiled contract is shown by its function name. */
function isPrecompile({ to, contract, function: name }: TracedCall): boolean {
  return contract === undefined && name !== undefined && BigInt(to ?? 0) < 256n;
}

function grouped(gas: bigint): string {
  return gas.toLocaleString("en");
}
