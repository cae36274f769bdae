/** A command whose report stands in docs/figures.json, and the part that docs/figures.md shows of it. */
export interface Section {
  name: string;
  title: string;
  /** As one types it in the project's folder. */
  command: string;
  /** About how long it takes, alone on a machine with two cores. */
  minutes: number;
  /** Where its report begins, if what it prints before is none. */
  begin?: RegExp;
  /** What docs/figures.md shows of the report, if that is more than the README tells. */
  excerpts?: readonly Excerpt[];
  /** What the README tells of the report. */
  inShort(report: string): readonly Figure[];
}

/** Lines of a report: those of a block between empty lines, known by its first line, which is shown. */
export interface Excerpt {
  block: RegExp;
  rows: RegExp;
}

/** What is measured, and how much it is. */
export type Figure = readonly [what: string, figure: string];

export const sections: readonly Section[] = [
  {
    name: "gas",
    title: "Gas",
    command: "npm run bench:gas",
    minutes: 2,
    begin: /^FringeMint /m,
    excerpts: [
      { block: /^FringeMint {2}/, rows: /^ {2}(1|5|20) tokens?, (first time|repeat)/ },
      { block: /^FringeMint, × floor/, rows: /^ {2}(1|5|20) tokens?, (first time|repeat)/ },
      { block: /^transferFrom to a fresh holder/, rows: /^ {2}(mean|worst)/ },
      { block: /^transferFrom to a holder/, rows: /^ {2}(mean|worst)/ },
      { block: /^Deployment/, rows: /^ {2}gas/ },
      { block: /^ownerOf/, rows: /^ {2}10,000 tokens/ },
      { block: /^tokenOfOwnerByIndex/, rows: /^ {2}10,000 tokens/ },
    ],
    inShort: (report) => [
      [
        "minting 1, 5 and 20 drifters, first time",
        `${gasOf(report, "1 token")}, ${gasOf(report, "5 tokens")} and ${gasOf(report, "20 tokens")} gas`,
      ],
      [
        "the same, as a multiple of the least it can cost",
        `${timesFloor(report, "1 token")}, ${timesFloor(report, "5 tokens")} and ${timesFloor(report, "20 tokens")}`,
      ],
      [
        "the same on OpenZeppelin's ERC721Enumerable",
        `${gasOf(report, "1 token", 2)}, ${gasOf(report, "5 tokens", 2)} and ${gasOf(report, "20 tokens", 2)} gas`,
      ],
    ],
  },
  {
    name: "coverage",
    title: "Coverage",
    command: "npm run coverage",
    minutes: 2,
    inShort: (report) => [
      ["lines of the contracts that their tests reach", sharesOf(report, 0)],
      ["branches", sharesOf(report, 1)],
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
        "mutation score of the contracts",
        `${find(report, /^killed +(\d+)/m)} of ${find(report, /^mutants tested +(\d+)/m)}, ${find(report, /^score +([\d.]+ %)/m)}`,
      ],
    ],
  },
  {
    name: "api",
    title: "API",
    command: "npm run bench:api",
    minutes: 5,
    excerpts: [
      { block: /^A story {2}/, rows: /./ },
      { block: /^The list of 10,000, gzip/, rows: /ours/ },
      { block: /^Resident memory/, rows: /at the start|most/ },
      { block: /^Saves, folder/, rows: /./ },
      { block: /^Saves, PostgreSQL/, rows: /./ },
    ],
    inShort: (report) => [
      [
        "reading a story, in requests for the CPU that bare `node:http` takes for one",
        `${find(report, /^ {2}ours, folder +[\d.]+ +([\d.]+)/m)} (Express: ${find(report, /^ {2}Express, res\.json +[\d.]+ +([\d.]+)/m)})`,
      ],
      [
        "median time of a save with 10,000 stories, as a multiple of that with 100",
        `${find(report, /^ {2}p50, from fewest to most +× ([\d.]+)/m)}`,
      ],
    ],
  },
  {
    name: "web",
    title: "Web app",
    command: "npm run bench:web",
    minutes: 4,
    excerpts: [
      { block: /^kB fetched/, rows: /^(?!.*dialog open)/ },
      { block: /^On a slow phone/, rows: /./ },
    ],
    inShort: (report) => [
      [
        "scripts that the home page fetches",
        `${find(report, /^ours, \/ +([\d.]+)/m)} kB (AppKit's start page: ${find(report, /^AppKit's start +([\d.]+)/m)}, RainbowKit's: ${find(report, /^RainbowKit's start +([\d.]+)/m)})`,
      ],
    ],
  },
  {
    name: "crash",
    title: "Crashes",
    command: "npm run crash",
    minutes: 2,
    inShort: (report) => [
      [
        "saves acknowledged before kills, and all kept: in the folder, in PostgreSQL",
        `${find(report, /^lowdb +\d+ +\d+ +(\d+)/m)} and ${find(report, /^postgres +\d+ +\d+ +(\d+)/m)}`,
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
      { block: /^The processes were started anew/, rows: /./ },
    ],
    inShort: (report) => [
      [
        "requests while both processes were started anew, one after the other; failed",
        `${requestsMeanwhile(report)}; ${find(report, /^Requests that failed: (\d+)/m)}`,
      ],
      [
        "saves acknowledged in that run, and all there afterwards",
        find(report, /all there afterwards: (\d+)/),
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
        "tests that attack a running service over real sockets, let its chain fail, and read hostile stories in a browser; failed",
        `${find(report, /^(\d+) passed/m)}; ${find(report, /^\d+ passed, (\d+) failed/m)}`,
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
        "tests; what all take on two cores",
        `${find(report, /^(\d+) passed/m)}; ${find(report, /^\d+ passed.* in ([\d.]+) s/m)} s, ${find(report, /, (\d+) s of CPU$/m)} s of CPU`,
      ],
    ],
  },
];

function requestsMeanwhile(report: string): string {
  const reads = find(report, /^reads, during the restarts +([\d,]+)/m);
  const saves = find(report, /^saves, during the restarts +([\d,]+)/m);
  return `${reads} reads and ${saves} saves`;
}

/** A row of the report; column 1 is ours, 2 OpenZeppelin's. */
function gasOf(report: string, row: string, column = 1): string {
  return find(report, new RegExp(`^  ${row}, first time +(?:[\\d,]+ +){${column}}([\\d,]+)`, "m"));
}

function timesFloor(report: string, row: string): string {
  return find(report, new RegExp(`^  ${row}, first time +(\\d\\.\\d{3}) `, "m"));
}

/** The n-th column of shares, added up: the files differ in size. */
function sharesOf(report: string, column: number): string {
  const shares = report
    .split("\n")
    .map((line) => [...line.matchAll(/\((\d+)\/(\d+)\)/g)][column])
    .filter((share) => share !== undefined);
  const sum = (index: number) => shares.reduce((total, share) => total + Number(share[index]), 0);
  return `${sum(1)} of ${sum(2)}`;
}

/** @throws when the report has no such figure any more. */
function find(report: string, pattern: RegExp): string {
  const figure = pattern.exec(report)?.[1];
  if (figure !== undefined) return figure;
  throw new Error(`The report has nothing like ${pattern}. Mend scripts/lab/figures/sections.ts.`);
}
