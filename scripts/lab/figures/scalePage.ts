import { readCosts } from "../bench/scale/costLines.ts";
import { type Costs, type Load, loads, predict } from "../bench/scale/model.ts";
import type { Measurements } from "./measurements.ts";

const [begin, end] = ["<!-- figures: npm run figures -- scale -->", "<!-- /figures -->"];

/** Returns docs/scale.md with the figures of `npm run bench:scale` between its markers. */
export function updateScalePage(page: string, measurements: Measurements): string {
  const measured = measurements.get("scale");
  if (measured === undefined) return page;
  const report = measured.report.join("\n");
  const parts = [formatReport(report), formatTable(readCosts(report))];
  const pieces = page.split(begin);
  if (pieces.length !== parts.length + 1) {
    throw new Error(`docs/scale.md does not have ${parts.length} × ${begin}.`);
  }
  const [before = "", ...rest] = pieces;
  return rest.reduce((text, piece, index) => {
    const after = piece.split(end)[1];
    if (after === undefined) throw new Error(`docs/scale.md does not have ${end} after ${begin}.`);
    return `${text}${begin}\n\n${parts[index]}\n\n${end}${after}`;
  }, before);
}

/** The measured figures, without the explanations after them. */
function formatReport(report: string): string {
  const blocks = report.split(/\n{2,}/).slice(0, -1);
  return `\`\`\`text\n${blocks.join("\n\n")}\n\`\`\``;
}

function formatTable(costs: Costs): string {
  const heads = ["", ...loads.map(({ name }) => name)];
  const rule = heads.map((_, index) => (index === 0 ? "---" : "---:"));
  const rows = Object.entries(cells).map(([title, cell]) => [
    title,
    ...loads.map((load) => cell(load, predict(load, costs))),
  ]);
  return [heads, rule, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

type Cell = (load: Load, prediction: ReturnType<typeof predict>) => string;

const cells: Readonly<Record<string, Cell>> = {
  "reads a second, at the peak": (_, { readsPerSecond }) => count(readsPerSecond),
  "saves a second, at the peak": (_, { savesPerSecond }) => savesPerSecond.toFixed(2),
  "cores of the service, at the peak": (_, { serviceCores }) => serviceCores.toFixed(2),
  "cores of PostgreSQL, at the peak": (_, { databaseCores }) => databaseCores.toFixed(2),
  processes: (_, { processes }) => String(processes),
  "memory of the processes": (_, { memoryBytes }) => `${(memoryBytes / 1e9).toFixed(1)} GB`,
  "connections to PostgreSQL": (_, { connections }) => String(connections),
  "stories when the year begins": ({ stories }) => count(stories),
  "saves a day": ({ savesPerDay }) => count(savesPerDay),
  "database after the year": (_, { databaseBytes }) => `${(databaseBytes / 1e9).toFixed(1)} GB`,
  "network, at the peak": (_, { networkBytesPerSecond }) =>
    `${((networkBytesPerSecond * 8) / 1e6).toFixed(1)} Mbit/s`,
  "RPC requests a day": (_, { rpcRequestsPerDay }) => count(rpcRequestsPerDay),
  "cost class": (_, { costClass }) => costClass,
};

function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}
