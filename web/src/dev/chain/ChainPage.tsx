import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useDocumentTitle } from "../../page/usePage.ts";
import { CallForm } from "./CallForm.tsx";
import { ChainControls } from "./ChainControls.tsx";
import { useTrace } from "./chainQueries.ts";
import { TraceView } from "./TraceView.tsx";
import { TransactionList } from "./TransactionList.tsx";
import "./ChainPage.css";

/** The local chain: calls of any function, transactions with their traces, time and blocks. Development only. */
export default function ChainPage() {
  useDocumentTitle("Chain");
  const [search] = useSearchParams();
  const hash = search.get("tx");
  return (
    <div className="chain stack stack--page">
      <h1>Chain</h1>
      <ChainControls />
      <section className="stack" aria-labelledby="chain-call">
        <h2 id="chain-call">Call a function</h2>
        <CallForm />
      </section>
      {hash !== null && <Transaction key={hash} hash={hash} search={search} />}
      <section className="stack" aria-labelledby="chain-transactions">
        <h2 id="chain-transactions">Latest transactions</h2>
        <TransactionList />
      </section>
    </div>
  );
}

/** What one transaction did; its heading gets the focus. */
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
        <TraceView trace={trace} />
      ) : (
        <p role={error ? "alert" : "status"}>{error?.message ?? "Tracing…"}</p>
      )}
    </section>
  );
}
