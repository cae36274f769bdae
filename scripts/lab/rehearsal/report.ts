import { formatEtherAmount } from "#protocol/values/ether";
import { formatMoment } from "#protocol/values/moment";
import { countIds } from "#sale/phaseRange";
import type { SalePlan } from "#service/settings";
import { formatTable } from "../../shared/commandLine/formatTable.ts";
import { behaviorNames, behaviors, type Crowd } from "./crowd.ts";
import { findPhase, type InvariantResult } from "./invariants.ts";
import type { SaleOutcome } from "./playSale.ts";
import type { TimedPhase } from "./timetable.ts";

/** A titled table whose first row contains the column headers. */
export interface Table {
  title: string;
  rows: string[][];
}

/** A phase's minted total after each block with a mint. */
export interface Curve {
  phase: string;
  size: number;
  /** The curve starts when the phase opens, and ends when it sells out or closes. */
  from: number;
  until: number;
  points: { at: number; minted: number }[];
}

/** The content of the report, without anything that differs between two runs with the same seed. */
export interface Report {
  title: string;
  /** Sentences about the rehearsal's conditions. */
  notes: string[];
  tables: Table[];
  curves: Curve[];
  invariants: InvariantResult[];
  /** One sentence per shrunk violation. */
  shrunk: string[];
}

interface ReportSource extends Pick<Report, "title" | "notes" | "invariants" | "shrunk"> {
  plan: SalePlan;
  phases: readonly TimedPhase[];
  crowd: Crowd;
  outcome: SaleOutcome;
}

export function createReport(source: ReportSource): Report {
  const { title, notes, invariants, shrunk } = source;
  const curves = source.phases.map((phase) => drawCurve(source, phase));
  const tables = [
    phaseTable(source, curves),
    walletTable(source),
    rejectionTable(source.outcome),
    moneyTable(source.outcome),
    ownerTable(source.outcome),
  ];
  return { title, notes, tables, curves, invariants, shrunk };
}

function drawCurve({ plan, outcome }: ReportSource, phase: TimedPhase): Curve {
  const size = Number(countIds(phase));
  let minted = 0;
  const points = new Map<number, number>();
  for (const mint of outcome.mints) {
    if (findPhase(plan, mint)?.name !== phase.name) continue;
    minted += mint.tokenIds.length;
    points.set(Number(mint.timestamp), minted);
  }
  return {
    phase: phase.name,
    size,
    from: Math.min(Number(phase.opensAt), ...points.keys()),
    until: Math.max(minted === size ? 0 : Number(phase.closesAt), ...points.keys()),
    points: [...points].map(([at, total]) => ({ at, minted: total })),
  };
}

const time = (seconds: number) => formatMoment(BigInt(seconds));

function phaseTable({ plan, phases, outcome }: ReportSource, curves: readonly Curve[]): Table {
  const rows = phases.map((phase, index) => {
    const mints = outcome.mints.filter((mint) => findPhase(plan, mint)?.name === phase.name);
    const { points = [], size = 0 } = curves[index] ?? {};
    const last = points.at(-1);
    const income = mints.reduce(
      (sum, { price, tokenIds }) => sum + price * BigInt(tokenIds.length),
      0n,
    );
    return [
      phase.name,
      time(Number(phase.opensAt)),
      time(Number(phase.closesAt)),
      `${last?.minted ?? 0} of ${size}`,
      String(new Set(mints.map(({ minter }) => minter)).size),
      last?.minted === size ? time(last.at) : "no",
      formatEtherAmount(income),
    ];
  });
  const head = ["phase", "opens", "closes", "minted", "wallets", "sold out", "income"];
  return { title: "Phases", rows: [head, ...rows] };
}

function walletTable({ crowd, outcome }: ReportSource): Table {
  const index = new Map(crowd.wallets.map(({ address }, wallet) => [address, wallet]));
  const behaviorOf = (wallet: number | undefined) => crowd.wallets[wallet ?? -1]?.behavior;
  const rows = behaviorNames.flatMap((name) => {
    const wallets = crowd.wallets.filter(({ behavior }) => behavior === name);
    const mints = outcome.mints.filter(({ minter }) => behaviorOf(index.get(minter)) === name);
    const owners = new Set(mints.map(({ minter }) => minter));
    const isOne = ({ wallet }: { wallet: number }) => behaviorOf(wallet) === name;
    if (wallets.length === 0) return [];
    return [
      [
        name,
        behaviors[name],
        String(wallets.length),
        String(outcome.requests.filter(isOne).length),
        String(outcome.transactions.filter(isOne).length),
        String(outcome.rejections.filter(isOne).length),
        String(owners.size),
        String(mints.reduce((sum, { tokenIds }) => sum + tokenIds.length, 0)),
      ],
    ];
  });
  const head = [
    "wallets",
    "",
    "number",
    "requests",
    "transactions",
    "rejected",
    "minted",
    "tokens",
  ];
  return { title: "Who got what", rows: [head, ...rows] };
}

function rejectionTable({ rejections }: SaleOutcome): Table {
  const groups = Map.groupBy(rejections, ({ by, rule }) => JSON.stringify([by, rule]));
  const rows = [...groups]
    .map(([key, group]): [by: string, rule: string, count: number] => {
      const [by, rule] = JSON.parse(key);
      return [by, rule, group.length];
    })
    .toSorted((one, other) => other[2] - one[2] || (one[1] < other[1] ? -1 : 1))
    .map(([by, rule, count]) => [rule, by, String(count)]);
  const none = [["none", "", ""]];
  const header = ["rule", "rejected by", "times"];
  return { title: "Rejections by rule", rows: [header, ...(rows.length === 0 ? none : rows)] };
}

function moneyTable({ mints, gas, money }: SaleOutcome): Table {
  const used = mints.map(({ transaction }) => Number(gas.get(transaction) ?? 0n));
  const tokens = mints.reduce((sum, { tokenIds }) => sum + tokenIds.length, 0);
  const total = used.reduce((sum, each) => sum + each, 0);
  const perToken = tokens === 0 ? 0 : Math.round(total / tokens);
  const mean = mints.length === 0 ? 0 : Math.round(total / mints.length);
  const count = (value: number) => value.toLocaleString("en-US");
  return {
    title: "Money and gas",
    rows: [
      ["what", "amount"],
      ["income", formatEtherAmount(money.after + money.withdrawn - money.before)],
      ["withdrawn by the owner", formatEtherAmount(money.withdrawn)],
      ["left in the contract", formatEtherAmount(money.after)],
      ["mints", count(mints.length)],
      ["tokens", count(tokens)],
      ["gas of all mints", count(total)],
      ["average gas per mint", count(mean)],
      ["average gas per token", count(perToken)],
    ],
  };
}

function ownerTable({ ownerCalls }: SaleOutcome): Table {
  const rows = ownerCalls.map(({ at, text, isPlanned }, index) => [
    ownerCalls[index - 1]?.at === at ? "" : time(at),
    text,
    isPlanned ? "planned" : "rehearsed change",
  ]);
  return { title: "The owner's calls", rows: [["time", "call", "why"], ...rows] };
}

/** Formats the report for a terminal. */
export function formatReport({ title, notes, tables, invariants, shrunk }: Report): string {
  const sections = tables.map(
    (table) => `${table.title}\n${formatTable(table.rows, { indent: "  " })}`,
  );
  const checks = invariants.map(
    ({ title: text, violation }) => `  ${violation ? `✘ ${text}: ${violation.text}` : `✔ ${text}`}`,
  );
  return [
    `${title}\n${notes.map((note) => `  ${note}`).join("\n")}`,
    ...sections,
    ["Invariants", ...checks, ...shrunk.map((sentence) => `  ${sentence}`)].join("\n"),
  ].join("\n\n");
}
