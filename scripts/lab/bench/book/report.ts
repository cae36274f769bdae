import type { CommandUsage } from "./measureCommand.ts";

/** Number and size of files. */
export interface Files {
  number: number;
  bytes: number;
}

/** Figures of a book. */
export interface BookFigures {
  stories: number;
  written: CommandUsage;
  imported: CommandUsage;
  /** By their kind. */
  files: Readonly<Record<string, Files>>;
}

/** Figures of `npm run verify` with one node. */
export interface VerifyFigures {
  node: string;
  usage: CommandUsage;
  /** Number of requests by method. */
  requests: Readonly<Record<string, number>>;
}

/** Figures of the check of receipts on a chain. */
export interface ReceiptFigures {
  receipts: number;
  events: number;
  blocks: number;
  nodes: readonly VerifyFigures[];
}

/** All figures; those that were not measured are absent. */
export interface Figures {
  book?: BookFigures;
  verify?: ReceiptFigures;
}

/** For 10,000 stories. */
export const budget = { seconds: 60, bookBytes: 500e6 };

/** Formats the figures for a terminal of 100 columns. */
export function formatReport({ book, verify }: Figures): string {
  return [...(book ? formatBook(book) : []), ...(verify ? [formatVerify(verify)] : [])].join(
    "\n\n",
  );
}

/** Returns a sentence for each exceeded budget. */
export function brokenBudgets({ book, verify }: Figures): string[] {
  const broken: string[] = [];
  const seconds = (what: string, usage: CommandUsage) => {
    if (usage.seconds <= budget.seconds) return;
    broken.push(`${what}: ${usage.seconds.toFixed(1)} s; the budget is ${budget.seconds} s.`);
  };
  if (book) {
    seconds("book", book.written);
    if (book.written.mostBytes > budget.bookBytes) {
      const [most, allowed] = [book.written.mostBytes, budget.bookBytes].map(megabytes);
      broken.push(`book: ${most}; the budget is ${allowed}.`);
    }
  }
  for (const { node, usage } of verify?.nodes ?? []) seconds(`verify, ${node}`, usage);
  return broken;
}

function formatBook({ stories, written, imported, files }: BookFigures): string[] {
  const usage = (name: string, { seconds, mostBytes }: CommandUsage) =>
    line(name, `${seconds.toFixed(1)} s`, megabytes(mostBytes));
  const sizes = Object.entries(files).map(([name, { number, bytes }]) =>
    line(name, number.toLocaleString("en"), `${(bytes / 1e6).toFixed(1)} MB`),
  );
  return [
    [
      line(`A book of ${stories.toLocaleString("en")} stories`, "time", "memory"),
      usage("book", written),
      usage("import book --offline", imported),
    ].join("\n"),
    [line("Its files", "number", "size"), ...sizes].join("\n"),
  ];
}

function formatVerify({ receipts, events, blocks, nodes }: ReceiptFigures): string {
  const rows = nodes.flatMap(({ node, usage: { seconds, mostBytes }, requests }) => [
    line(node, `${seconds.toFixed(1)} s`, megabytes(mostBytes)),
    ...Object.entries(requests).map(([method, count]) => counted(`  ${method}`, count)),
  ]);
  return [
    line(`${receipts.toLocaleString("en")} receipts verified`, "time", "memory"),
    ...rows,
    counted("events of the collection", events),
    counted("blocks of the chain", blocks),
  ].join("\n");
}

function counted(name: string, count: number): string {
  return line(name, count.toLocaleString("en"));
}

function line(name: string, ...cells: string[]): string {
  return `${name.padEnd(40)}${cells.map((cell) => cell.padStart(12)).join("")}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
