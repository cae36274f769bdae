import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { type CsvError, parse } from "csv-parse/sync";
import type { TokenMetadata } from "#protocol/wire/tokenMetadata";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/** A picture and what its metadata says. */
export interface SourceToken {
  id: number;
  /** Path of the picture. */
  file: string;
  name?: string;
  description?: string;
  attributes: TokenMetadata["attributes"];
}

export interface SourceArt {
  /** Tokens in ascending order. */
  tokens: SourceToken[];
  /** What is probably wrong, but stops nothing. */
  warnings: string[];
}

const pictureFormats = [".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg"];
/** Columns that are not traits. */
const idColumns = ["id", "token", "token id", "tokenid", "number", "file", "filename", "#"];

/**
 * Reads a folder of pictures, whose file names contain the tokens' numbers, and a table of their traits.
 *
 * @throws {UsageError} that lists all pictures and rows without a usable number, or with the same number.
 */
export async function readArtFolder(folder: string, table: string | undefined): Promise<SourceArt> {
  const problems: string[] = [];
  const files = await listPictures(folder, problems);
  const rows = table === undefined ? undefined : await readTraits(table, problems);
  if (problems.length > 0) throw new UsageError(`Nothing was written:\n${shorten(problems)}`);
  const ids = [...files.keys()].sort((a, b) => a - b);
  const tokens = ids.map((id) => ({
    ...{ attributes: [], ...rows?.get(id) },
    ...{ id, file: join(folder, files.get(id) ?? "") },
  }));
  const missing = Array.from({ length: ids.at(-1) ?? 0 }, (_, index) => index + 1).filter(
    (id) => !files.has(id),
  );
  const untitled = rows === undefined ? [] : ids.filter((id) => !rows.has(id));
  const unpainted = [...(rows?.keys() ?? [])].filter((id) => !files.has(id));
  const warnings = [
    describeIds("No picture has the number", missing),
    describeIds(`${table} has no row for`, untitled),
    describeIds(`${table} has rows without a picture:`, unpainted),
  ].filter((warning) => warning !== undefined);
  return { tokens, warnings };
}

/** Returns the pictures' names by the number at the end of the name. */
async function listPictures(folder: string, problems: string[]): Promise<Map<number, string>> {
  const names = await readdir(folder).catch((error) => {
    throw new UsageError(`${folder} cannot be read (${error.code}). Pass a folder of pictures.`);
  });
  const pictures = names.filter((name) => pictureFormats.includes(extname(name).toLowerCase()));
  if (pictures.length === 0) {
    const formats = "PNG, JPEG, WebP, GIF or SVG";
    throw new UsageError(`${folder} has no ${formats} files. Name each by its token, as in 7.png.`);
  }
  const files = new Map<number, string>();
  for (const name of pictures.sort()) {
    const id = readNumber(name);
    const other = id === undefined ? undefined : files.get(id);
    if (id === undefined) problems.push(`${name} has no number from 1: name it like 7.png.`);
    else if (other === undefined) files.set(id, name);
    else problems.push(`${other} and ${name} are both pictures of ${id}: remove one.`);
  }
  return files;
}

/** Reads a CSV file with a header: a column of numbers, `name`, `description`, and one column per trait. */
async function readTraits(file: string, problems: string[]) {
  const [header = [], ...records] = parseTable(
    file,
    await readFile(file, "utf8").catch((error) => {
      throw new UsageError(`${file} cannot be read (${error.code}). Pass a CSV file.`);
    }),
  );
  const columns = header.map((column) => column.toLowerCase());
  const idColumn = columns.findIndex((column) => idColumns.includes(column));
  if (idColumn === -1) {
    throw new UsageError(
      `${file} needs a header with a column "id", besides name, description and one column per trait; it has: ${header.join(", ")}.`,
    );
  }
  const rows = new Map<number, Omit<SourceToken, "id" | "file">>();
  const lines = new Map<number, number>();
  for (const [index, record] of records.entries()) {
    const line = index + 2;
    const id = readNumber(record[idColumn] ?? "");
    const earlier = id === undefined ? undefined : lines.get(id);
    if (id === undefined) {
      problems.push(`${file}: row ${line} has no number, but "${record[idColumn]}".`);
    } else if (earlier !== undefined) {
      problems.push(`${file}: rows ${earlier} and ${line} are both for ${id}: remove one.`);
    } else {
      lines.set(id, line);
      rows.set(id, readRow(header, columns, idColumn, record));
    }
  }
  return rows;
}

function readRow(
  header: readonly string[],
  columns: readonly string[],
  idColumn: number,
  record: readonly string[],
): Omit<SourceToken, "id" | "file"> {
  const [name, description] = ["name", "description"].map((column) =>
    columns.includes(column) ? record[columns.indexOf(column)] : undefined,
  );
  const attributes = header.flatMap((trait_type, column) => {
    const isTrait = column !== idColumn && !/^(name|description)?$/.test(columns[column] ?? "");
    const value = record[column] ?? "";
    return isTrait && value !== "" ? [{ trait_type, value }] : [];
  });
  return { ...(name && { name }), ...(description && { description }), attributes };
}

function parseTable(file: string, text: string): string[][] {
  try {
    return parse(text, {
      ...{ bom: true, delimiter: [",", ";", "\t"], trim: true },
      ...{ relax_column_count: true, relax_quotes: true, skip_records_with_empty_values: true },
    });
  } catch (error) {
    // Safety: the parser throws its own errors only.
    throw new UsageError(`${file} is not CSV: ${(error as CsvError).message}`);
  }
}

/** Returns the last number in a name, without its extension: 7 for `Keeper 007.png`. */
function readNumber(name: string): number | undefined {
  const id = Number(/(\d+)\D*$/.exec(name.replace(/\.[a-z]\w*$/i, ""))?.[1] ?? 0);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Describes IDs as ranges: `4, 9–12`. */
function describeIds(what: string, ids: readonly number[]): string | undefined {
  if (ids.length === 0) return undefined;
  const ranges: [number, number][] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  const shown = ranges
    .slice(0, 20)
    .map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return `${what} ${shown.join(", ")}${ranges.length > shown.length ? ", …" : ""}.`;
}

/** Lists at most 20 lines. */
export function shorten(lines: readonly string[]): string {
  const rest = lines.length > 20 ? [`… and ${lines.length - 20} more.`] : [];
  return [...lines.slice(0, 20), ...rest].join("\n");
}
