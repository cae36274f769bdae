import { writeFile } from "node:fs/promises";
import { type Address, getAddress } from "viem";
import { getEnsAddress } from "viem/actions";
import { mainnet } from "viem/chains";
import { normalize } from "viem/ens";
import { checkRows, type ListRow, readRows } from "#service/settings";
import { counted } from "../../shared/commandLine/formatTable.ts";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import type { OptionValues } from "../../shared/commandLine/runCommand.ts";
import { readCommand, readCount, UsageError } from "../../shared/commandLine/usageError.ts";
import { type ConnectedChain, connectChain } from "../contract/connect.ts";

/** Number of requests to the node at the same time. */
const concurrency = 20;
const maxShown = 40;

/** Checks a list of wallets for a phase, or compares two lists. */
export function listCommand(environment: Environment, output: Output) {
  return {
    options: optionTypes,
    takesPositionals: true,
    read: readRequest,
    run: (request: Request) =>
      request.command === "check" ? check(request, environment, output) : compare(request, output),
  } as const;
}

async function check(
  { files: [file = ""], size, rpc, resolve }: Request,
  environment: Environment,
  output: Output,
): Promise<number> {
  const rows = requireRows(file);
  const chain =
    rpc === undefined && resolve === undefined ? undefined : await connectChain(environment, rpc);
  const problems: string[] = [];
  const resolved =
    chain && resolve !== undefined ? await resolveNames(rows, chain, problems) : rows;
  const checked = checkRows(resolved);
  problems.push(...checked.problems);
  const wallets = [...checked.allowances];
  if (chain) problems.push(...(await findContracts(resolved, chain)));
  const total = wallets.reduce((sum, [, quantity]) => sum + quantity, 0);
  if (size !== undefined && total > size) {
    output.log(
      `· The list allows ${total} tokens, and the phase has ${size}: the last come away empty.`,
    );
  }
  for (const problem of problems.slice(0, maxShown)) output.log(`✘ ${file}${problem}`);
  if (problems.length > maxShown) output.log(`✘ ${problems.length - maxShown} more problems.`);
  output.log(`${counted(wallets.length, "wallet")}, ${counted(total, "token")} in total.`);
  if (problems.length > 0) return 1;
  if (resolve !== undefined) {
    await writeFile(resolve, formatList(resolved, rows));
    output.log(`Written to ${resolve}.`);
  }
  return 0;
}

/** Returns the rows with the addresses of names; adds a problem for each name without one. */
async function resolveNames(
  rows: readonly ListRow[],
  { client, read }: ConnectedChain,
  problems: string[],
): Promise<ListRow[]> {
  const resolver = mainnet.contracts.ensUniversalResolver.address;
  const resolved = await inParallel(rows, async (row) => {
    if (!row.wallet.includes(".")) return row;
    const name = normalizeName(row.wallet);
    const address =
      name &&
      (await read(() => getEnsAddress(client, { name, universalResolverAddress: resolver })).catch(
        () => undefined,
      ));
    if (address) return { ...row, wallet: address };
    problems.push(`:${row.line} has the name ${row.wallet}, which has no address. Ask its owner.`);
    return undefined;
  });
  return resolved.filter((row) => row !== undefined);
}

function normalizeName(name: string): string | undefined {
  try {
    return normalize(name);
  } catch {
    return undefined;
  }
}

/** Returns a problem for each address with code: a contract receives tokens only if it is made for them. */
async function findContracts(rows: readonly ListRow[], { client, read }: ConnectedChain) {
  const found = await inParallel(rows, async ({ line, wallet }) => {
    if (!/^0x[0-9a-f]{40}$/i.test(wallet)) return undefined;
    const address = wallet.toLowerCase() as Address;
    const code = await read(() => client.getCode({ address }));
    return code === undefined
      ? undefined
      : `:${line} has the contract ${wallet}. Make sure that it is a wallet that can mint.`;
  });
  return found.filter((problem) => problem !== undefined);
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += concurrency) {
    results.push(...(await Promise.all(items.slice(start, start + concurrency).map(run))));
  }
  return results;
}

/** Formats a list of addresses; a third column has the names. */
function formatList(resolved: readonly ListRow[], given: readonly ListRow[]): string {
  const names = new Map(given.map(({ line, wallet }) => [line, wallet]));
  const lines = resolved.map(({ line, wallet, quantity }) => {
    const name = names.get(line) ?? "";
    return [getAddress(wallet), quantity, name.includes(".") ? name : ""].join(",");
  });
  return `${["wallet,quantity,name", ...lines].join("\n")}\n`;
}

/** Prints the wallets that differ between two lists. */
function compare({ files: [before = "", after = ""] }: Request, output: Output): number {
  const [old, now] = [before, after].map((file) => {
    const { allowances, problems } = checkRows(requireRows(file));
    const [problem] = problems;
    if (problem !== undefined) throw new UsageError(`${file}${problem}`);
    return allowances;
  });
  const lines = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((wallet) => {
    const [was, is] = [old?.get(wallet), now?.get(wallet)];
    const address = getAddress(wallet);
    if (was === undefined) return [`+ ${address} ${is}`];
    if (is === undefined) return [`- ${address} ${was}`];
    return was === is ? [] : [`~ ${address} ${was} → ${is}`];
  });
  for (const line of lines) output.log(line);
  output.log(
    lines.length === 0 ? "The lists are the same." : `${counted(lines.length, "wallet")} differ.`,
  );
  return lines.length === 0 ? 0 : 1;
}

function requireRows(file: string): ListRow[] {
  const rows = readRows(file);
  if (typeof rows === "string") throw new UsageError(rows);
  return rows;
}

const optionTypes = {
  size: { type: "string" },
  rpc: { type: "string" },
  resolve: { type: "string" },
} as const;

type Request = ReturnType<typeof readRequest>;

function readRequest(options: OptionValues<typeof optionTypes>, positionals: string[]) {
  const [command, ...files] = readCommand({ check: ["FILE"], diff: ["OLD", "NEW"] }, positionals);
  const { size, rpc, resolve } = options;
  if (command === "diff" && (size ?? rpc ?? resolve) !== undefined) {
    throw new UsageError("list diff takes two files and no options.");
  }
  return {
    ...{ command, files, rpc, resolve },
    size: size === undefined ? undefined : readCount("--size", size, { from: 1, to: 1_000_000 }),
  };
}
