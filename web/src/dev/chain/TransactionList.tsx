import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { formatEtherAmount } from "#protocol/values/ether";
import { listValues } from "#trace/listValues";
import { Button } from "../../components/Button.tsx";
import { SelectField } from "../../components/Field.tsx";
import { useNames, useTransactions } from "./chainQueries.ts";
import { formatNumber } from "./TraceView.tsx";
import type { TransactionJson } from "./worldClient.ts";

const pageSize = 50;

/** Renders the latest transactions, decoded and filterable; each links to its trace. */
export function TransactionList() {
  const [count, setCount] = useState(pageSize);
  const [search, setSearch] = useSearchParams();
  const { data, error } = useTransactions(count);
  const { known, nameOf } = useNames();
  const filter = {
    account: search.get("account") ?? "",
    function: search.get("function") ?? "",
    failed: search.has("failed"),
  };
  const choose = (name: string, value: string) =>
    setSearch((before) => setParameter(before, name, value), { replace: true });

  if (!data) return <p role="status">{error ? error.message : "Reading the blocks…"}</p>;
  const names = [...new Set(data.transactions.map(formatCallName))].sort();
  const shown = data.transactions.filter(
    (each) =>
      (filter.account === "" || each.from === filter.account || each.to === filter.account) &&
      (filter.function === "" || formatCallName(each) === filter.function) &&
      (!filter.failed || each.error !== undefined),
  );
  return (
    <div className="stack">
      <div className="row row--end">
        <SelectField
          label="Account"
          value={filter.account}
          options={[["", "All"], ...known.map(({ address, name }) => [address, name] as const)]}
          onText={(account) => choose("account", account)}
        />
        <SelectField
          label="Function"
          value={filter.function}
          options={[["", "All"], ...names]}
          onText={(name) => choose("function", name)}
        />
        <label className="small">
          <input
            type="checkbox"
            checked={filter.failed}
            onChange={({ target }) => choose("failed", target.checked ? "1" : "")}
          />{" "}
          Failed only
        </label>
      </div>
      {shown.length === 0 && (
        <p>
          {data.transactions.length === 0
            ? "No transactions yet. Send a call under Write."
            : `None of the latest ${data.transactions.length} transactions matches. Choose fewer filters.`}
        </p>
      )}
      <ol className="chain__transactions stack" aria-label="Latest transactions">
        {shown.map((each) => (
          <li key={each.hash} data-failed={each.error !== undefined || undefined}>
            <Link to={`?${setParameter(search, "tx", each.hash)}`}>
              {each.block} · {formatCallName(each)}
            </Link>{" "}
            <span className="small">
              {nameOf(each.from)} → {each.contract ?? nameOf(each.to)}
              {each.value !== "0" && `, ${formatEtherAmount(BigInt(each.value), "ETH")}`},{" "}
              {formatNumber(each.gasUsed)} gas
            </span>
            {each.arguments.length > 0 && <code>{listValues(each.arguments)}</code>}
            {each.error !== undefined && <code>✘ {each.error}</code>}
            {each.events.length > 0 && <code>{formatEvents(each)}</code>}
          </li>
        ))}
      </ol>
      {data.hasMore && (
        <Button isSmall onClick={() => setCount(count + pageSize)}>
          Show older
        </Button>
      )}
    </div>
  );
}

function formatCallName({ function: name, contract }: TransactionJson): string {
  if (name === "constructor") return `new ${contract}`;
  return name ?? "transfer or unknown call";
}

/** Formats a transaction's events: `Transfer × 20`. */
function formatEvents({ events }: TransactionJson): string {
  const counts = new Map<string, number>();
  for (const { name } of events) counts.set(name, (counts.get(name) ?? 0) + 1);
  const parts = [...counts].map(([name, count]) => (count === 1 ? name : `${name} × ${count}`));
  return `events: ${parts.join(", ")}`;
}

function setParameter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
