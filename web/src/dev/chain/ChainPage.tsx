import { type KeyboardEvent, useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useDocumentTitle } from "../../page/usePage.ts";
import { CallForm } from "./CallForm.tsx";
import { ChainControls } from "./ChainControls.tsx";
import { useTrace } from "./chainQueries.ts";
import { ChangeList, TraceView } from "./TraceView.tsx";
import { TransactionList } from "./TransactionList.tsx";
import "./ChainPage.css";

const tabs = ["Transactions", "Read", "Write", "Time"] as const;
type Tab = (typeof tabs)[number];

/** Renders the local chain: calls to any function, transaction traces, time and blocks. Development only. */
export default function ChainPage() {
  useDocumentTitle("Chain");
  const [search, setSearch] = useSearchParams();
  const selected = tabs.find((tab) => tab.toLowerCase() === search.get("tab")) ?? "Transactions";
  const hash = search.get("tx");
  const transaction = hash !== null && <Transaction key={hash} hash={hash} search={search} />;

  function select(tab: Tab) {
    const next = new URLSearchParams(search);
    next.set("tab", tab.toLowerCase());
    setSearch(next, { replace: true });
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    const at = tabs.indexOf(selected);
    const targets: Record<string, Tab | undefined> = {
      ArrowLeft: tabs.at(at - 1),
      ArrowRight: tabs[(at + 1) % tabs.length],
      Home: tabs.at(0),
      End: tabs.at(-1),
    };
    const tab = targets[event.key];
    if (!tab) return;
    event.preventDefault();
    select(tab);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
  }

  return (
    <div className="chain stack stack--loose">
      <h1>Chain</h1>
      <div className="chain__tabs row" role="tablist" aria-label="Chain" onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab}
            id={`tab-${tab}`}
            type="button"
            role="tab"
            aria-selected={tab === selected}
            aria-controls="chain-panel"
            tabIndex={tab === selected ? 0 : -1}
            onClick={() => select(tab)}
          >
            {tab}
          </button>
        ))}
      </div>
      <div
        id="chain-panel"
        className="chain__panel"
        role="tabpanel"
        aria-labelledby={`tab-${selected}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the tab pattern has the panel follow its tab.
        tabIndex={0}
      >
        {selected === "Read" && <CallForm key={selected} isReading />}
        {selected === "Write" && <CallForm key={selected}>{transaction}</CallForm>}
        {selected === "Transactions" && <TransactionList />}
        {selected === "Transactions" && transaction}
        {selected === "Time" && <ChainControls />}
      </div>
    </div>
  );
}

/** Renders a transaction's trace and focuses its heading. */
function Transaction({ hash, search }: { hash: string; search: URLSearchParams }) {
  const { data: trace, error } = useTrace(hash);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const rest = new URLSearchParams(search);
  rest.delete("tx");
  return (
    <section className="stack" aria-labelledby="chain-transaction">
      <h2 id="chain-transaction" ref={heading} tabIndex={-1}>
        Transaction {hash.slice(0, 10)}…
      </h2>
      <p>
        <code>{hash}</code> <Link to={`?${rest}`}>Close</Link>
      </p>
      {trace ? (
        <>
          <TraceView trace={trace} />
          <ChangeList trace={trace} />
        </>
      ) : (
        <p role={error ? "alert" : "status"}>{error?.message ?? "Tracing…"}</p>
      )}
    </section>
  );
}
