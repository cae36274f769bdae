import type { SalePlan } from "./Planner.tsx";

/** What the contract would refuse of the draft, and what a person may want to know; told while they type. */
export function Findings({ plan: { findings, reading } }: { plan: SalePlan }) {
  const refused = findings.filter(({ isRefused }) => isRefused).map(({ text }) => text);
  const notes = findings.filter(({ isRefused }) => !isRefused).map(({ text }) => text);
  // A setting's fault stands at its field.
  const faults = [...reading.faults].flatMap(([key, text]) =>
    key.startsWith("phase:") ? [text] : [],
  );
  return (
    <section className="findings" aria-labelledby="findings-title">
      <h2 id="findings-title">What speaks against them</h2>
      <div id="phases-findings" role="status">
        {refused.length + faults.length === 0 ? (
          <p>Nothing: the contract's rules allow these phases.</p>
        ) : (
          <List kind="refused" texts={[...faults, ...refused]} />
        )}
      </div>
      {notes.length > 0 && (
        <>
          <h3>Allowed, and worth a look</h3>
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
