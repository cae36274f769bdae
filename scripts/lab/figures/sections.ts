import { describeFloor, ownTransactionSlot } from "../bench/gas/floor.ts";

/** A command whose report is in docs/figures.json and, in part, in docs/figures.md. */
export interface Section {
  name: string;
  title: string;
  command: string;
  /** Approximate duration on an idle machine with two cores. */
  minutes: number;
  /** Matches the start of the report, if the command prints something else first. */
  begin?: RegExp;
  /** Explains the excerpts. */
  note?: string;
  /** Lines of the report that docs/figures.md shows; without them, it shows the result of `inShort`. */
  excerpts?: readonly Excerpt[];
  /** Returns the figures for the README, which shows at most ten in total. */
  inShort(report: string): readonly Figure[];
  /** Whether only docs/figures.md shows these figures, not the README. */
  isOnPageOnly?: boolean;
}

/** Lines of one block of a report. Empty lines separate blocks; `block` matches the first line, which is included. */
export interface Excerpt {
  block: RegExp;
  rows: RegExp;
}

/** Description and result of a measurement. */
export type Figure = readonly [what: string, figure: string];

const mintRows = /^ {2}(1|20) tokens?, (first time|repeat)/;

export const sections: readonly Section[] = [
  {
    name: "gas",
    title: "Gas",
    command: "npm run bench:gas",
    minutes: 3,
    begin: /^FringeMint /m,
    note: `The floor of a mint is ${describeFloor()}. “+ ${ownTransactionSlot.toLocaleString("en")}” is the floor of a contract that writes a new slot for each transaction ID. The last block shows where a peer is cheaper.`,
    excerpts: [
      { block: /^FringeMint {2}/, rows: mintRows },
      { block: /^FringeMint, × floor {2}/, rows: mintRows },
      { block: /^FringeMint, × floor \+/, rows: mintRows },
      { block: /^FringeMint, 1 token/, rows: /^ {2}(?!4 phases)/ },
      { block: /^transferFrom to a fresh holder/, rows: /^ {2}(mean|worst)/ },
      { block: /^transferFrom, worst found/, rows: /^ {2}(20 tokens, every|100 tokens|moved)/ },
      { block: /^Gifts/, rows: /^ {2}gift to 20/ },
      { block: /^Deployment/, rows: /^ {2}gas/ },
      { block: /^ownerOf/, rows: /^ {2}(10,000 tokens|\+ 2,000)/ },
      { block: /^tokenOfOwnerByIndex/, rows: /^ {2}(10,000 tokens, typical|.*(first|last)\b)/ },
      { block: /^Largest difference to a cheaper peer/, rows: /./ },
    ],
    inShort: (report) => [
      ["Gas of a wallet's first mint of 1, 5 and 20 drifters", firstMints(report, 1)],
      ["The same with OpenZeppelin's ERC721Enumerable", firstMints(report, 2)],
    ],
  },
  {
    name: "coverage",
    title: "Coverage",
    command: "npm run coverage",
    minutes: 2,
    inShort: (report) => [
      [
        "Coverage of the contracts",
        `lines ${sharesOf(report, 0)}, branches ${sharesOf(report, 1)}`,
      ],
    ],
  },
  {
    name: "mutation",
    title: "Mutation",
    command: "npm run mutate",
    minutes: 45,
    begin: /^mutants tested/m,
    inShort: (report) => [
      [
        "Mutation score of the contracts",
        `${find(report, /^score +([\d.]+ %)/m)} (${find(report, /^killed +(\d+)/m)} of ${find(report, /^mutants tested +(\d+)/m)} killed)`,
      ],
    ],
  },
  mutationOf("protocol", "api/protocol", [1, 2], 40),
  mutationOf("api", "api/src", [1, 3], 40),
  mutationOf("web", "web/src", [1, 3], 60),
  {
    name: "api",
    title: "API",
    command: "npm run bench:api",
    minutes: 5,
    excerpts: [
      { block: /^A story {2}/, rows: /./ },
      { block: /^A story, 304/, rows: /ours/ },
      { block: /^A page, gzip/, rows: /ours/ },
      { block: /^The list of 10,000, gzip/, rows: /ours/ },
      { block: /^Resident memory/, rows: /most/ },
      { block: /^Saves, folder/, rows: /./ },
      { block: /^Saves, PostgreSQL/, rows: /./ },
    ],
    inShort: (report) => [
      [
        "Story reads per CPU second, as a multiple of bare `node:http`",
        `${find(report, /^ {2}ours, folder +[\d.]+ +([\d.]+)/m)} (Express: ${find(report, /^ {2}Express, res\.json +[\d.]+ +([\d.]+)/m)})`,
      ],
    ],
  },
  {
    name: "scale",
    title: "Scale",
    command: "npm run bench:scale",
    minutes: 5,
    begin: /^A process with/m,
    isOnPageOnly: true,
    inShort: (report) => [
      [
        "With 1,000,000 stories in PostgreSQL",
        `${find(report, /^ {2}most memory, after many reads +(\d+ MB)/m)}, a save × ${find(report, /^ {2}p50, from fewest to most +× ([\d.]+)/m)} of that with 100 ([scale.md](scale.md))`,
      ],
    ],
  },
  {
    name: "web",
    title: "Web app",
    command: "npm run bench:web",
    minutes: 4,
    begin: /^kB fetched/m,
    excerpts: [
      { block: /^kB fetched/, rows: /^(?!.*dialog open)/ },
      { block: /^On a slow phone/, rows: /./ },
    ],
    inShort: (report) => [
      [
        "JavaScript of the home page, compressed",
        `${find(report, /^ours, \/ +([\d.]+)/m)} kB (AppKit's start page: ${find(report, /^AppKit's start +([\d.]+)/m)}, RainbowKit's: ${find(report, /^RainbowKit's start +([\d.]+)/m)})`,
      ],
    ],
  },
  {
    name: "world",
    title: "Local world",
    command: "npm run bench:world",
    minutes: 2,
    begin: /^Milliseconds /m,
    excerpts: [{ block: /^Milliseconds /, rows: /./ }],
    inShort: () => [],
  },
  {
    name: "book",
    title: "Books and receipts",
    command: "npm run bench:book",
    minutes: 5,
    begin: /^A book of /m,
    isOnPageOnly: true,
    inShort: (report) => [
      ["A book of 10,000 stories", usageOf(report, "book")],
      [
        "10,000 receipts verified by the state of their blocks",
        usageOf(report, "a node with all state"),
      ],
      ["By 100,000 events", usageOf(report, "an ordinary node")],
    ],
  },
  {
    name: "crash",
    title: "Crashes",
    command: "npm run crash",
    minutes: 2,
    inShort: (report) => [
      [
        "Acknowledged saves that survived random kills",
        `folder: all ${find(report, /^lowdb +\d+ +\d+ +(\d+)/m)}, PostgreSQL: all ${find(report, /^postgres +\d+ +\d+ +(\d+)/m)}`,
      ],
    ],
  },
  {
    name: "load",
    title: "Load",
    command: "npm run load",
    minutes: 1,
    excerpts: [
      { block: /^ +requests /, rows: /^(reads|saves),/ },
      { block: /^The processes restarted/, rows: /./ },
    ],
    inShort: (report) => [
      [
        "Requests while both processes were restarted one after the other",
        `${requestsMeanwhile(report)}, ${find(report, /^Failed requests: (\d+)/m)} failed`,
      ],
    ],
  },
  {
    name: "hostile",
    title: "Hostile stories and requests",
    command: "npm run soak -- hostile",
    minutes: 1,
    inShort: (report) => [
      [
        "Tests with hostile requests, hostile stories and a failing chain",
        `${find(report, /^(\d+) passed/m)} passed, ${find(report, /^\d+ passed, (\d+) failed/m)} failed`,
      ],
    ],
  },
  {
    name: "tests",
    title: "Tests",
    command: "npm test",
    minutes: 5,
    begin: /^Slowest files:/m,
    inShort: (report) => [
      [
        "All tests on two cores",
        `${find(report, /^(\d+) passed/m)} in ${find(report, /^\d+ passed.* in ([\d.]+) s/m)} s, ${find(report, /, (\d+) s of CPU$/m)} s of CPU time`,
      ],
    ],
  },
];

/** Section of the mutation score of an area of the TypeScript. */
function mutationOf(area: string, sources: string, seeds: number[], minutes: number): Section {
  return {
    name: `mutation-${area}`,
    title: `Mutation of ${sources}`,
    command: `npm run mutate -- ${area} ${seeds.map((seed) => `--seed ${seed}`).join(" ")}`,
    minutes,
    begin: /^mutants tested/m,
    isOnPageOnly: true,
    inShort: (report) => [[`Mutation score of ${sources}`, samplesOf(report).join("; ")]],
  };
}

/** Formats each sample as `91.5 % (183 of 200 killed, seed 1)`. */
function samplesOf(report: string): string[] {
  return report.split(/^(?=mutants tested)/m).map((sample) => {
    const [killed, tested] = [
      find(sample, /^killed +(\d+)/m),
      find(sample, /^mutants tested +(\d+)/m),
    ];
    const name = find(sample, /^mutants tested +\d+, (.+)/m);
    return `${find(sample, /^score +([\d.]+ %)/m)} (${killed} of ${tested} killed, ${name})`;
  });
}

function requestsMeanwhile(report: string): string {
  const reads = find(report, /^reads, during the restarts +([\d,]+)/m);
  const saves = find(report, /^saves, during the restarts +([\d,]+)/m);
  return `${reads} reads and ${saves} saves`;
}

/** Returns the gas of a first mint of each size; column 1 is ours, 2 OpenZeppelin's. */
function firstMints(report: string, column: number): string {
  const [one, five, twenty] = ["1 token", "5 tokens", "20 tokens"].map((row) =>
    find(report, new RegExp(`^  ${row}, first time +(?:[\\d,]+ +){${column}}([\\d,]+)`, "m")),
  );
  return `${one}, ${five} and ${twenty}`;
}

/** Returns time and memory of a row. */
function usageOf(report: string, row: string): string {
  return find(report, new RegExp(`^${row} +(\\S+ s +\\S+ MB)$`, "m")).replace(/ {2,}/, ", ");
}

/** Sums the n-th column of shares over all files. */
function sharesOf(report: string, column: number): string {
  const shares = report
    .split("\n")
    .map((line) => [...line.matchAll(/\((\d+)\/(\d+)\)/g)][column])
    .filter((share) => share !== undefined);
  const sum = (index: number) => shares.reduce((total, share) => total + Number(share[index]), 0);
  return `${sum(1)} of ${sum(2)}`;
}

/** @throws when the report does not match. */
function find(report: string, pattern: RegExp): string {
  const figure = pattern.exec(report)?.[1];
  if (figure !== undefined) return figure;
  throw new Error(`The report has no match for ${pattern}. Fix scripts/lab/figures/sections.ts.`);
}
