import { readFileSync } from "node:fs";
import { type CsvError, parse } from "csv-parse/sync";
import { type Address, isAddress } from "viem";

/** Quantities by wallet, in lowercase. */
export type Allowances = ReadonlyMap<Address, number>;

/** A wallet and the quantity it may mint, as the file has them. */
export interface ListRow {
  line: number;
  /** An address or, in a list that is to be resolved, an ENS name. */
  wallet: string;
  quantity: string;
}

/** Maximum quantity in a row: a collection has fewer tokens. */
const maxQuantity = 1_000_000;
const maxShown = 20;

/**
 * Parses a CSV file: address or ENS name, then quantity; further columns are notes. Separators are commas, semicolons
 * or tabs. A header and empty lines are skipped.
 *
 * @returns the rows, or the reason why the text is not CSV.
 */
function parseRows(text: string): ListRow[] | string {
  try {
    const records: string[][] = parse(text, {
      bom: true,
      delimiter: [",", ";", "\t"],
      on_record: ([wallet = "", quantity = ""], { lines }) => [wallet, quantity, String(lines)],
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
    const rows = records.map(([wallet = "", quantity = "", line]) => ({
      line: Number(line),
      wallet,
      quantity,
    }));
    return isHeader(rows[0]) ? rows.slice(1) : rows;
  } catch (error) {
    // Safety: the parser throws its own errors only.
    const { message, lines = 1 } = error as CsvError & { lines?: number };
    return `:${lines} is not CSV (${message}). Write one address and one quantity per line.`;
  }
}

/** A header has neither an address, a name nor a number. */
function isHeader(row: ListRow | undefined): boolean {
  if (row === undefined) return false;
  return !/^0x|\./i.test(row.wallet) && !/\d/.test(row.quantity);
}

/** Returns why a row's wallet or quantity is invalid, as a clause; undefined for a valid row. */
function findRowProblem({ wallet, quantity }: ListRow): string | undefined {
  if (wallet.includes(".")) {
    return `has the name ${wallet}, which is not an address. Resolve names with npm run mint -- list check FILE --resolve OUTPUT, or ask the name's owner for the address`;
  }
  if (!/^0x[0-9a-f]{40}$/i.test(wallet)) {
    return `has no address, but "${wallet}". Write 0x and 40 hex digits`;
  }
  if (!hasValidChecksum(wallet)) {
    return `has the wrong checksum in ${wallet}. Copy the address again from its source`;
  }
  if (/^0x0{40}$/i.test(wallet)) return "has the zero address. Delete the line";
  if (!/^\d{1,9}$/.test(quantity)) {
    return `has no quantity, but "${quantity}". Write a whole number from 1 upwards`;
  }
  if (Number(quantity) < 1) return "has the quantity 0. Delete the line, or write 1 or more";
  if (Number(quantity) > maxQuantity) return `has a quantity above ${maxQuantity}`;
  return undefined;
}

/** Addresses whose checksums were verified: a checksum takes 20 µs, and the service reads a list again for each change. */
const verified = new Set<string>();
const maxVerified = 500_000;

/** Returns whether a well-formed address has a valid checksum (EIP-55), or none because its letters have one case. */
function hasValidChecksum(address: string): boolean {
  const isMixed = /[a-f]/.test(address) && /[A-F]/.test(address.slice(2));
  if (!isMixed || verified.has(address)) return true;
  if (!isAddress(address)) return false;
  if (verified.size >= maxVerified) verified.clear();
  verified.add(address);
  return true;
}

/** Checks the rows, and returns the allowances or one sentence per problem: `:3 has the zero address. …` */
export function checkRows(rows: readonly ListRow[]): {
  allowances: Map<Address, number>;
  problems: string[];
} {
  const lines = new Map<string, number>();
  const allowances = new Map<Address, number>();
  const problems: string[] = [];
  for (const row of rows) {
    const problem = findRowProblem(row);
    const wallet = row.wallet.toLowerCase();
    const first = lines.get(wallet);
    if (problem !== undefined) problems.push(`:${row.line} ${problem}.`);
    else if (first !== undefined) {
      problems.push(`:${row.line} repeats the address of line ${first}. Keep one of them.`);
    } else {
      lines.set(wallet, row.line);
      // Safety: checked above.
      allowances.set(wallet as Address, Number(row.quantity));
    }
  }
  if (rows.length === 0) {
    problems.push(" is empty, so that nobody could mint. Write one address and quantity per line.");
  }
  return { allowances, problems };
}

/** Reads a list of wallets; the problems start with the file's path. */
export function readMintList(path: string): { allowances: Allowances; problems: string[] } {
  const rows = readRows(path);
  if (typeof rows === "string") return { allowances: new Map(), problems: [rows] };
  const { allowances, problems } = checkRows(rows);
  const more = problems.length - maxShown;
  const shown = problems.slice(0, maxShown).map((problem) => `${path}${problem}`);
  if (more > 0) shown.push(`${path} has ${more} more problems.`);
  return { allowances, problems: shown };
}

/** Reads the rows of a CSV file; returns the problem if it cannot be read. */
export function readRows(path: string): ListRow[] | string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    return `${path} cannot be read (${code}). A missing list means that nobody can mint.`;
  }
  if (text.includes("\0")) return `${path} is not UTF-8. Save it as “CSV UTF-8”.`;
  const rows = parseRows(text);
  return typeof rows === "string" ? `${path}${rows}` : rows;
}
