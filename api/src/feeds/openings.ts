import { formatEtherAmount } from "#protocol/values/ether";
import { formatMoment } from "#protocol/values/moment";
import { countNouns } from "#protocol/values/noun";
import { pages, productName } from "#protocol/wire/pages";
import { countIds, describeIds, phaseTitle } from "#sale/phaseRange";
import type { Chain } from "../chain/chain.ts";
import type { SalePhase, SalePlan } from "../settings/saleFile.ts";
import type { FeedEntry } from "./feed.ts";

export interface OpeningsDependencies {
  chain: Pick<Chain, "readSale">;
  /** The current plan; absent without a sale. */
  plan: { readonly current: SalePlan } | undefined;
}

/**
 * Returns a function that lists phase openings as feed entries. A phase is listed permanently once the latest block's
 * time reaches `opensAt`; upcoming phases are not listed, because the owner may reschedule them. An entry's ID depends
 * only on the phase's name, so that feed readers announce it once.
 */
export function createOpenings({ chain, plan }: OpeningsDependencies) {
  /** The latest block's time at the last chain read: feeds are served even while the chain is unavailable. */
  let now = 0n;
  return async (origin: string, tagPrefix: string): Promise<FeedEntry[]> => {
    const phases = [...(plan?.current.values() ?? [])];
    if (!phases.some(({ opensAt }) => opensAt !== undefined)) return [];
    now = await chain.readSale().then(
      ({ timestamp }) => timestamp,
      () => now,
    );
    return phases.flatMap((phase) => {
      const { name, opensAt } = phase;
      if (opensAt === undefined || opensAt > now) return [];
      return {
        id: `${tagPrefix}${pages.mint.path}/${encodeURIComponent(name)}`,
        title: `${phaseTitle(name)} opens`,
        pageUrl: origin + pages.mint.path,
        author: productName,
        authorUrl: `${origin}/`,
        updated: new Date(Number(opensAt) * 1_000).toISOString(),
        summary: describePhase(phase),
      };
    });
  };
}

function describePhase(phase: SalePhase): string {
  const { price, maxPerMint, opensAt = 0n, closesAt, minters } = phase;
  const tokens = `${countNouns(countIds(phase))}, ${describeIds(phase)}`;
  const who =
    minters.kind === "everybody" ? `Up to ${minters.perWallet} per wallet.` : "For listed wallets.";
  const closing = closesAt === undefined ? "" : ` until ${formatMoment(closesAt)}`;
  return `${tokens}, at ${formatEtherAmount(price)} each, up to ${maxPerMint} per mint. ${who} From ${formatMoment(opensAt)}${closing}.`;
}
