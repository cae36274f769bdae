import { statSync } from "node:fs";
import type { Logger } from "pino";
import {
  listSaleFiles,
  type Minters,
  readSaleFile,
  SaleFileError,
  type SalePhase,
  type SalePlan,
} from "../settings/saleFile.ts";

interface WatchOptions {
  plan: SalePlan;
  /** Absent for a plan that never changes. */
  file: string | undefined;
  logger: Logger;
  onChange: (plan: SalePlan) => void;
}

/** The sale's plan. A changed file replaces it atomically; an invalid file does not replace it. */
export class WatchedPlan {
  readonly #options: WatchOptions;
  /** The files' state when last read, and when last checked. */
  #readAs: string;
  #seenAs: string;
  current: SalePlan;
  /** Whether the file is invalid, so that an earlier plan is in force. */
  isOutdated = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.current = options.plan;
    this.#readAs = this.#describeFiles();
    this.#seenAs = this.#readAs;
  }

  /** Reloads changed files once they are the same in two checks: until then, they may still be being written. */
  check(): void {
    const state = this.#describeFiles();
    const isStable = state === this.#seenAs;
    this.#seenAs = state;
    if (!isStable || state === this.#readAs) return;
    this.#readAs = state;
    const { file = "", logger, onChange } = this.#options;
    try {
      const plan = readSaleFile(file);
      const changes = describeChanges(this.current, plan);
      this.current = plan;
      // The new plan may use different list files.
      this.#readAs = this.#seenAs = this.#describeFiles();
      // Valid again, or saved without a change: only the first is news.
      if (changes.length > 0 || this.isOutdated)
        logger.info({ changes }, "the sale file has changed");
      this.isOutdated = false;
      onChange(plan);
    } catch (error) {
      if (!(error instanceof SaleFileError)) throw error;
      this.isOutdated = true;
      logger.error(
        { problems: error.problems },
        "the sale file is invalid: the previous plan stays in force",
      );
    }
  }

  /** Describes each file's version. */
  #describeFiles(): string {
    const { file } = this.#options;
    if (file === undefined) return "";
    return listSaleFiles(file).map(describeFile).join("\n");
  }
}

/** Returns a text that changes with the file; never throws. */
function describeFile(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${path} ${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    return `${path} ${error}`;
  }
}

/** Returns what differs between two plans, in one sentence per phase. */
function describeChanges(before: SalePlan, after: SalePlan): string[] {
  const removed = [...before.keys()].filter((name) => !after.has(name));
  return [
    ...removed.map((name) => `“${name}” was removed.`),
    ...[...after.values()].flatMap((phase) => {
      const earlier = before.get(phase.name);
      if (earlier === undefined) return [`“${phase.name}” was added.`];
      const changes = changedFields(earlier, phase);
      return changes.length === 0 ? [] : [`“${phase.name}”: ${changes.join(", ")}.`];
    }),
  ];
}

const fields = [
  "startingPoint",
  "endPoint",
  "price",
  "maxPerMint",
  "opensAt",
  "closesAt",
] as const satisfies (keyof SalePhase)[];

function changedFields(before: SalePhase, after: SalePhase): string[] {
  const changed = fields.filter((field) => before[field] !== after[field]);
  const minters = describeMinters(before.minters, after.minters);
  return [...changed, ...(minters === undefined ? [] : [minters])];
}

function describeMinters(before: Minters, after: Minters): string | undefined {
  if (before.kind === "everybody" && after.kind === "everybody") {
    return before.perWallet === after.perWallet ? undefined : "perWallet";
  }
  if (before.kind === "list" && after.kind === "list") {
    const [old, now] = [before.allowances, after.allowances];
    const counts = {
      added: [...now.keys()].filter((wallet) => !old.has(wallet)).length,
      removed: [...old.keys()].filter((wallet) => !now.has(wallet)).length,
      changed: [...now].filter(([wallet, quantity]) => (old.get(wallet) ?? quantity) !== quantity)
        .length,
    };
    const parts = Object.entries(counts).filter(([, count]) => count > 0);
    if (parts.length === 0) return undefined;
    return `wallets ${parts.map(([what, count]) => `${what}: ${count}`).join(", ")}`;
  }
  return after.kind === "list" ? "only listed wallets now" : "everybody now";
}
