import { dirname, relative } from "node:path";
import { formatEther } from "viem";
import { formatMoment } from "#protocol/values/moment";
import { phaseTitle } from "#sale/phaseRange";
import { readSale } from "#sale/saleFacts";
import type { SalePlan } from "#service/settings";
import { roles } from "../../world/scenarios/scenarioFile.ts";
import type { Fixture } from "./fixture.ts";
import { findPhase, type InvariantResult } from "./invariants.ts";
import type { Mint, SaleEvents } from "./saleEvents.ts";

interface BrokenSale {
  plan: SalePlan;
  /** The sale on the fixture's chain. */
  events: SaleEvents;
  invariant: InvariantResult;
  /** The mint that breaks the invariant. */
  mint: Mint;
  /** The service's sale file. */
  serviceFile: string;
}

/** Index of the local world's last account. */
const lastAccount = 19;

/**
 * Returns a local world scenario that starts right before the mint that breaks an invariant: same time, owner settings
 * and earlier mints. Local accounts replace the crowd's wallets.
 *
 * @param path the scenario file's path.
 */
export async function brokenScenario(
  path: string,
  { client, contract }: Fixture,
  { plan, events, invariant, mint, serviceFile }: BrokenSale,
): Promise<object> {
  const sale = await readSale(client, contract, mint.block - 1n);
  const earlier = events.mints.filter(({ block }) => block < mint.block);
  const minters = [...new Set([mint, ...earlier].map(({ minter }) => minter))];
  const accountOf = ({ minter }: Mint) =>
    Math.min(roles.signer + 1 + minters.indexOf(minter), lastAccount);
  const { title } = invariant;
  const name = findPhase(plan, mint)?.name ?? sale.phase.name;
  return {
    summary: `Rehearsal: “${title}” breaks once account ${accountOf(mint)}, which stands for ${mint.minter}, mints ${mint.tokenIds.length} in ${phaseTitle(name)}.`,
    startsAt: formatMoment(mint.timestamp - 1n),
    sale: relative(dirname(path), serviceFile),
    phases: [...plan.values()].map((phase) => ({
      name: phase.name,
      startingPoint: Number(phase.startingPoint),
      endPoint: Number(phase.endPoint),
      mints: earlier
        .filter((each) => findPhase(plan, each)?.name === phase.name)
        .map((each) => ({ account: accountOf(each), quantity: each.tokenIds.length })),
      gifts: [],
    })),
    currentPhase: sale.phase.name,
    minting: sale.isMinting,
    calls: [`adjustPrice(${formatEther(sale.price)} ether)`, `adjustMaxBatch(${sale.maxBatch})`],
    paintedAtMost: 1,
  };
}
