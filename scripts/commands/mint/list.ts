import { writeFile } from "node:fs/promises";
import { type Address, getAddress } from "viem";
import { getEnsAddress } from "viem/actions";
import { mainnet } from "viem/chains";
import { normalize } from "viem/ens";
import { checkRows, type ListRow, readRows } from "#service/settings";
import { counted } from "../../shared/commandLine/formatTable.ts";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import type { OptionValues } from "../../shared/commandLine/runCommand.ts";
import { type ReportProgress, showStep } from "../../shared/commandLine/step.ts";
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
  const given = requireRows(file);
  const chain =
    rpc === undefined && resolve === undefined ? undefined : await connectChain(environment, rpc);
  const rows = chain && resolve !== undefined ? await resolveNames(given, chain) : given;
  const { allowances, problems } = checkRows(rows);
  const notes = chain ? await findContracts(rows, chain) : [];
  const total = [...allowances.values()].reduce((sum, quantity) => sum + quantity, 0);
  if (size !== undefined && total > size) {
    notes.push(
      ` allows ${total} tokens, but the phase has ${size}. The last wallets to mint get fewer, or none.`,
    );
  }
  printLines(notes, `· ${file}`, output);
  printLines(problems, `✘ ${file}`, output);
  output.log(`${counted(allowances.size, "wallet")}, ${counted(total, "token")} in total.`);
  if (problems.length > 0) return 1;
  if (resolve !== undefined) {
    await writeFile(resolve, formatList(rows, given));
    output.log(`Written to ${resolve}.`);
  }
  return 0;
}

function printLines(lines: readonly string[], prefix: string, output: Output): void {
  for (const line of lines.slice(0, maxShown)) output.log(prefix + line);
  if (lines.length > maxShown)
    output.log(`${prefix} has ${lines.length - maxShown} more of these.`);
}

/** Returns the rows with the addresses of names. A name without an address stays, so that the check reports it. */
async function resolveNames(rows: readonly ListRow[], chain: ConnectedChain): Promise<ListRow[]> {
  const { client, chainId, read } = chain;
  if (!rows.some(({ wallet }) => wallet.includes("."))) return [...rows];
  const { address } = mainnet.contracts.ensUniversalResolver;
  if ((await read(() => client.getCode({ address }))) === undefined) {
    throw new UsageError(
      `Chain ${chainId} has no ENS, so no names were resolved. Pass a node of Ethereum with --rpc.`,
    );
  }
  return showStep("Resolve names", (report) =>
    inParallel(rows, report, async (row) => {
      const name = row.wallet.includes(".") ? normalizeName(row.wallet) : undefined;
      if (name === undefined) return row;
      const found = await read(() =>
        getEnsAddress(client, { name, universalResolverAddress: address }),
      );
      return found === null ? row : { ...row, wallet: found };
    }),
  );
}

function normalizeName(name: string): string | undefined {
  try {
    return normalize(name);
  } catch {
    return undefined;
  }
}

/** Returns a note for each address with code: a contract can only mint if it is made for that, as smart wallets are. */
async function findContracts(
  rows: readonly ListRow[],
  { client, read }: ConnectedChain,
): Promise<string[]> {
  const codes = await showStep("Look for contracts", (report) =>
    inParallel(rows, report, async ({ wallet }) => {
      if (!/^0x[0-9a-f]{40}$/i.test(wallet)) return undefined;
      const address = wallet.toLowerCase() as Address;
      return read(() => client.getCode({ address }));
    }),
  );
  return rows.flatMap(({ line, wallet }, index) =>
    codes[index] === undefined
      ? []
      : [`:${line} has the contract ${wallet}. Make sure that it is a wallet that can mint.`],
  );
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  report: ReportProgress,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += concurrency) {
    results.push(...(await Promise.all(items.slice(start, start + concurrency).map(run))));
    report({ done: results.length, total: items.length });
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
