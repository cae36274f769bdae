import { apiPaths } from "#protocol/wire/paths";
import { formatTable } from "../../shared/commandLine/formatTable.ts";
import { type MintedToken, readAllPhases, readTokens } from "../scenarios/readTokens.ts";
import { standardScenario } from "../scenarios/scenario.ts";
import { roles } from "../scenarios/scenarioFile.ts";
import type { World } from "../startWorld.ts";

/** Returns the summary that `npm start` prints: URLs, phases, and each account's tokens. */
export async function describeWorld(world: World, seconds: number): Promise<string> {
  const { recipe, chain, contract } = world;
  const summary = recipe.summary === undefined ? "" : `\n  ${recipe.summary}`;
  return `
  The world "${recipe.name}" is up after ${seconds} s. Open ${world.webUrl}${summary}

  Web app    ${world.webUrl}
             ${world.webUrl}/mint, /phases, /chain (calls, traces and time), and
             Developer on every page (accounts and simulated faults)
  API        ${world.apiUrl}${apiPaths.narratives}
  Chain      ${chain.url}  (chain id ${chain.chainId}${recipe.isChainDown ? "; down" : ""})
  Contract   ${await contract.getAddress()}

${await describePhases(world)}

${await describeOwners(world)}

  Press "Connect wallet" and choose any of these accounts; no extension or key is needed.
  In another terminal, npm run world resets, saves and loads this world: npm run world -- list
  Ctrl-C stops everything. The next start continues this world.
  npm start -- --fresh deletes the chain and stories of ${standardScenario}, and starts it from the beginning.
`;
}

async function describePhases({ contract }: World): Promise<string> {
  const current = await contract.CURRENTPHASE();
  const isMinting = await contract.isMinting();
  const phases = await readAllPhases(contract);
  const rows = phases.map(({ name, startingPoint, endPoint, minted }) => {
    const capacity = endPoint - startingPoint;
    const running = isMinting ? "running" : "halted";
    const state = minted === capacity ? "sold out" : name === current ? running : "to come";
    const range = `${startingPoint}–${endPoint - 1}`;
    return [name, `IDs ${range}`, `${minted} of ${capacity} minted`, state];
  });
  return formatTable(
    [["Phase", "", "", ""], ...(rows.length > 0 ? rows : [["none yet", "", "", ""]])],
    {
      indent: "  ",
    },
  );
}

async function describeOwners({ chain, contract }: World): Promise<string> {
  const tokens = await readTokens(contract);
  const accounts = (await chain.ethers.getSigners()).map(({ address }) => address);
  const rows = accounts.map((address, index) => {
    const part = Object.entries(roles).find(([, account]) => account === index)?.[0] ?? "";
    return [`#${index}`, address, formatRanges(tokens, address) || part || "none yet"];
  });
  const others = [...new Set(tokens.map(({ owner }) => owner))]
    .filter((owner) => !accounts.includes(owner))
    .map((owner) => ["other", owner, formatRanges(tokens, owner)]);
  return formatTable([["Account", "", "Tokens"], ...rows, ...others], { indent: "  " });
}

/** Formats the IDs of an owner's tokens: `1–3, 7`. */
function formatRanges(tokens: readonly MintedToken[], owner: string): string {
  const ranges: { first: number; last: number }[] = [];
  for (const { id } of tokens.filter((token) => token.owner === owner)) {
    const range = ranges.at(-1);
    if (range?.last === id - 1) range.last = id;
    else ranges.push({ first: id, last: id });
  }
  return ranges
    .map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`))
    .join(", ");
}
