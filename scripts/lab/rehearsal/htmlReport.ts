import { escapeHtml } from "#protocol/values/escapeHtml";
import { formatMoment } from "#protocol/values/moment";
import type { Curve, Report, Table } from "./report.ts";

/** Formats the report as an HTML page without scripts or external files. */
export function formatHtmlReport({
  title,
  notes,
  tables,
  curves,
  invariants,
  shrunk,
}: Report): string {
  const checks = invariants.map(({ title: text, violation }) =>
    violation
      ? `<li class="broken"><b>Broken:</b> ${escapeHtml(text)}. ${escapeHtml(violation.text)}</li>`
      : `<li><b>Holds:</b> ${escapeHtml(text)}</li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join("\n")}
<h2>Invariants</h2>
<ul>${checks.join("\n")}</ul>
${shrunk.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join("\n")}
${tables.slice(0, 1).map(formatHtmlTable).join("\n")}
<h2>Tokens over time</h2>
<div class="curves">
${curves.map(formatCurve).join("\n")}
</div>
${tables.slice(1).map(formatHtmlTable).join("\n")}
</main>
</html>
`;
}

function formatHtmlTable({ title, rows: [head = [], ...rows] }: Table): string {
  const isNumber = head.map((_, column) =>
    rows.every((row) => /^[\d,.]+$/.test(row[column] ?? "")),
  );
  const classOf = (text: string, column: number) =>
    isNumber[column] ? ' class="number"' : /^\d{4}-/.test(text) ? ' class="time"' : "";
  const cell = (tag: string) => (text: string, column: number) =>
    `<${tag}${classOf(text, column)}>${escapeHtml(text)}</${tag}>`;
  const body = rows.map((row) => `<tr>${row.map(cell("td")).join("")}</tr>`).join("\n");
  const content =
    rows.length === 0
      ? "<p>None.</p>"
      : `<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(title)}"><table><thead><tr>${head.map(cell("th")).join("")}</tr></thead><tbody>
${body}</tbody></table></div>`;
  return `<h2>${escapeHtml(title)}</h2>\n${content}`;
}

const [width, height, margin] = [340, 130, 4];

/** Draws a phase's curve above a table of its numbers. */
function formatCurve({ phase, size, from, until, points }: Curve): string {
  const x = (at: number) =>
    margin + ((at - from) / Math.max(1, until - from)) * (width - 2 * margin);
  const y = (minted: number) => height - margin - (minted / size) * (height - 2 * margin);
  const path = points
    .map(({ at, minted }) => `H${x(at).toFixed(1)}V${y(minted).toFixed(1)}`)
    .join("");
  const rows = points.map(({ at, minted }) => [time(at), String(minted)]);
  const total = points.at(-1)?.minted ?? 0;
  return `<figure>
<figcaption><b>${escapeHtml(phase)}</b>: ${total} of ${size}${total === size ? ", sold out" : ""}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Tokens minted over time in ${escapeHtml(phase)}; the table below lists the numbers">
<path class="grid" d="M${margin} ${y(size)}H${width - margin}M${margin} ${y(size / 2)}H${width - margin}M${margin} ${y(0)}H${width - margin}"/>
<path class="curve" d="M${margin} ${y(0)}${path}H${width - margin}"/>
</svg>
<div class="axis"><span>${time(from)}</span><span>${time(until)}</span></div>
<details><summary>Numbers</summary>
<table><thead><tr><th>time</th><th class="number">minted</th></tr></thead><tbody>
${rows.map(([at, minted]) => `<tr><td class="time">${at}</td><td class="number">${minted}</td></tr>`).join("\n")}</tbody></table></details>
</figure>`;
}

const time = (seconds: number) => formatMoment(BigInt(seconds));

const style = `
:root { color-scheme: light dark; --line: light-dark(#ccc, #555); --accent: light-dark(#0b6b4f, #5fd0a8); --bad: light-dark(#b00020, #ff8a8a) }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 }
main { max-width: 72rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
p, li { overflow-wrap: anywhere } ul { list-style: none; padding: 0 } .broken { color: var(--bad) }
.table { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
.number { text-align: right } .time { white-space: nowrap }
.curves { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1.5rem }
figure { margin: 0 } svg { width: 100%; height: auto; display: block }
.grid { stroke: var(--line); fill: none } .curve { stroke: var(--accent); stroke-width: 2; fill: none }
.axis { display: flex; justify-content: space-between; flex-wrap: wrap; font-size: .8rem }
`;
