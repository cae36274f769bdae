import type { FringeDrifters } from "#chain/FringeDrifters";
import { roles } from "./plan.ts";
import type { World } from "./startWorld.ts";

/** The text that `npm start` ends with: where everything is, and who owns what. */
export async function describeWorld(world: World, seconds: number): Promise<string> {
  const address = await world.contract.getAddress();
  return `
  The world is up after ${seconds} s. Open ${world.webUrl}

  Web app    ${world.webUrl}
  API        ${world.apiUrl}/api/narrative
  Chain      ${world.chain.url}  (chain id ${world.chain.chainId})
  Contract   ${address}

${await describePhases(world)}

${await describeAccounts(world)}

  Press "Connect wallet" and take any of these accounts: no extension and no key is needed.
  Ctrl-C ends everything. Stories and portraits stay for the next start; npm start -- --fresh begins anew.
`;
}

async function describePhases({ plan, contract }: World): Promise<string> {
  const current = await contract.CURRENTPHASE();
  const rows = await Promise.all(
    plan.phases.map(async ({ name }) => {
      const { startingPoint, endPoint, currentCount } = await contract.AllPhases(name);
      const capacity = endPoint - startingPoint;
      const state =
        currentCount === capacity ? "sold out" : name === current ? "running" : "to come";
      const range = `${startingPoint}–${endPoint - 1n}`;
      return [name, `ids ${range}`, `${currentCount} of ${capacity} minted`, state];
    }),
  );
  return asTable([["Phase", "", "", ""], ...rows]);
}

async function describeAccounts({ chain, contract }: World): Promise<string> {
  const accounts = await chain.ethers.getSigners();
  const rows = await Promise.all(
    accounts.map(async ({ address }, index) => {
      const owned = asRanges(await ownedDrifters(contract, address));
      const part = Object.entries(roles).find(([, account]) => account === index)?.[0] ?? "";
      return [`#${index}`, address, owned || part || "none yet"];
    }),
  );
  return asTable([["Account", "", "Drifters"], ...rows]);
}

async function ownedDrifters(contract: FringeDrifters, owner: string): Promise<bigint[]> {
  const count = Number(await contract.balanceOf(owner));
  const ids = await Promise.all(
    Array.from({ length: count }, (_, index) => contract.tokenOfOwnerByIndex(owner, index)),
  );
  return ids.sort((a, b) => (a < b ? -1 : 1));
}

/** `[1n, 2n, 3n, 7n]` → `1–3, 7`. */
function asRanges(ids: readonly bigint[]): string {
  const ranges: { first: bigint; last: bigint }[] = [];
  for (const id of ids) {
    const range = ranges.at(-1);
    if (range?.last === id - 1n) range.last = id;
    else ranges.push({ first: id, last: id });
  }
  return ranges
    .map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`))
    .join(", ");
}

function asTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd(),
    )
    .join("\n");
}
