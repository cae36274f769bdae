import type { Costs } from "./model.ts";

/** How the report names each of the model's costs. */
const names: Readonly<Record<keyof Costs, string>> = {
  fullCoreRead: "a read on a full core, CPU µs",
  fullCoreDatabaseRead: "a database read on a full core, CPU µs",
  memoryRead: "a read from memory, CPU µs",
  databaseRead: "a read from the database, CPU µs",
  databaseReadInDatabase: "a read, CPU µs of PostgreSQL",
  save: "a save, CPU µs",
  saveInDatabase: "a save, CPU µs of PostgreSQL",
  quietSecond: "a second beside its reads, CPU µs",
  quietSecondInDatabase: "a second, CPU µs of PostgreSQL",
  processBytes: "a process, bytes of memory",
  storyBytes: "a story of 4 kB, bytes on disk",
  revisionBytes: "a further revision, bytes on disk",
  responseBytes: "a response, bytes",
  rpcRequests: "a save, RPC requests",
  connections: "a process, database connections",
};

const title = "Costs in the model";
const nameWidth = 44;
const figureWidth = 16;

/** Formats the costs so that they can be read again. */
export function formatCosts(costs: Costs): string {
  const lines = Object.entries(names).map(([key, name]) => {
    // Safety: the keys of `names` are those of costs.
    const cost = costs[key as keyof Costs];
    const digits = cost < 10 ? 2 : 0;
    return `  ${name}`.padEnd(nameWidth) + cost.toFixed(digits).padStart(figureWidth);
  });
  return [title, ...lines].join("\n");
}

/**
 * Reads the costs from a report.
 *
 * @throws if one of them is missing.
 */
export function readCosts(report: string): Costs {
  const read = Object.entries(names).map(([key, name]) => {
    const line = report.split("\n").find((line) => line.startsWith(`  ${name} `));
    if (line === undefined) throw new Error(`The report has no line "${name}".`);
    return [key, Number(line.slice(nameWidth))];
  });
  // Safety: the keys of `names` are those of costs.
  return Object.fromEntries(read) as Costs;
}
