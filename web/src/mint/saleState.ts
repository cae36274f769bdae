import { aNoun, nouns } from "#protocol/values/noun";
import type { PlannedPhase } from "#protocol/wire/responses";
import { phaseSupply } from "#sale/mintRules";
import { findTime } from "#sale/phaseTimes";
import type { SaleFacts } from "#sale/saleFacts";
import { voice } from "../page/voice.ts";
import { toTimes } from "../sale/useSalePlan.ts";

export type SaleState = "open" | "not open" | "sold out" | "paused" | "closed" | "all minted";

/** Returns the sale's state from a buyer's view; `planned` is the plan of the active phase. */
export function deriveSaleState(sale: SaleFacts, planned?: PlannedPhase): SaleState {
  const { total, left } = phaseSupply(sale);
  if (sale.totalSupply >= sale.maxSupply) return "all minted";
  if (total === 0n) return "not open";
  if (left === 0n) return "sold out";
  const time = planned === undefined ? "open" : findTime(toTimes(planned), sale.timestamp);
  if (time === "late") return "closed";
  if (time === "early") return "not open";
  if (sale.isMinting && sale.maxBatch > 0n) return "open";
  return sale.phase.currentCount === 0n ? "not open" : "paused";
}

/** Returns the page's headline and the sentence below it; without a sale, the ones shown while it loads. */
export function saleHeadline(
  sale: SaleFacts | undefined,
  planned?: PlannedPhase,
): { title: string; text: string } {
  const count = sale?.phase.currentCount ?? 0n;
  const found = `${count.toLocaleString("en")} found ${count === 1n ? "its" : "their"} way.`;
  switch (sale && deriveSaleState(sale, planned)) {
    case "not open":
      return {
        title: "Not open yet",
        text: planned?.opensAt
          ? `“${planned.name}” opens ${sale?.isMinting ? "by itself at the time below. Keep this page open" : "at the time below, once the collection's owner turns minting on"}.`
          : `The collection's owner has not opened ${sale?.phase.name ? `“${sale.phase.name}”` : "a phase"} yet.`,
      };
    case "sold out":
      return { title: "Sold out", text: found };
    case "closed":
      return {
        title: "Closed",
        text: `“${sale?.phase.name}” has closed. ${found}`,
      };
    case "paused":
      return {
        title: "Paused",
        text: `${found} Minting resumes when the collection's owner turns it back on.`,
      };
    case "all minted":
      return {
        title: "All minted",
        text: `All ${sale?.totalSupply.toLocaleString("en")} ${nouns} found their way.`,
      };
    default:
      return { title: `Mint ${aNoun}`, text: voice.mint };
  }
}
