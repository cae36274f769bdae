import type { SalePlan } from "./salePlan.ts";

/** Issues and warnings of the draft, updated while typing. */
export function Findings({ plan: { findings, issues } }: { plan: SalePlan }) {
  const notes = findings.filter(({ isRefused }) => !isRefused).map(({ text }) => text);
  return (
    <section className="findings" aria-labelledby="findings-title">
      <h2 id="findings-title">Issues</h2>
      <div id="phases-findings" role="status">
        {issues.length === 0 ? (
          <p>No issues: the contract's rules allow these phases.</p>
        ) : (
          <List kind="refused" texts={issues} />
        )}
      </div>
      {notes.length > 0 && (
        <>
          <h3>Warnings</h3>
          <List kind="note" texts={notes} />
        </>
      )}
    </section>
  );
}

function List({ kind, texts }: { kind: "refused" | "note"; texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li
          key={text}
          className={kind === "refused" ? "notice notice--alert" : "notice notice--warning"}
        >
          {text}
        </li>
      ))}
    </ul>
  );
}
