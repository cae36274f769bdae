import { bytesToString, hexToBytes, stringToBytes } from "viem";
import type { BuiltSource, CompiledCode } from "./contractBuild.ts";
import type { Step } from "./nodeTrace.ts";

/** A line of a source file. */
export interface SourcePlace {
  /** Relative to the repository. */
  file: string;
  /** From 1. */
  line: number;
  /** The line's text, trimmed. */
  text: string;
}

/** A part of a source file. */
interface SourceRange {
  source: BuiltSource;
  /** In bytes of UTF-8, as source maps count. */
  start: number;
  text: string;
}

/** Steps that are searched for the statement that reverted. */
const searchedSteps = 400;

/**
 * Finds the line that reverted. The optimizer lets equal statements, and the ends of similar ones, share their code,
 * which then names only one of them; the condition before it is each statement's own.
 *
 * @param steps the instructions of the frame that failed, in order.
 * @param error the error's name, if it has one.
 * @returns undefined if no instruction has a source.
 */
export function findRevert(
  code: CompiledCode,
  sources: readonly (BuiltSource | undefined)[],
  steps: readonly Step[],
  error: string | undefined,
): SourcePlace | undefined {
  const rangeOf = readRanges(code, sources);
  const latest = steps
    .slice(-searchedSteps)
    .reverse()
    .map(({ pc }) => rangeOf(pc))
    .filter((range) => range !== undefined);
  const name = error === undefined ? undefined : new RegExp(`\\b${error}\\b`);
  const statement = latest.find(
    ({ text }) => /^(if|require|revert)\b/.test(text) && name?.test(text) === true,
  );
  if (name !== undefined && statement !== undefined) {
    return placeOf(statement, statement.text.search(name));
  }
  const [last] = latest;
  return last && placeOf(last, 0);
}

/** Returns the line of a character in a range. */
function placeOf({ source, start, text }: SourceRange, index: number): SourcePlace {
  const before = stringToBytes(source.content).subarray(0, start);
  const line =
    bytesToString(before).split("\n").length + text.slice(0, index).split("\n").length - 1;
  return { file: source.file, line, text: (source.content.split("\n")[line - 1] ?? "").trim() };
}

/** Returns a function that finds the source of the instruction at a program counter. */
function readRanges(
  { object, sourceMap }: CompiledCode,
  sources: readonly (BuiltSource | undefined)[],
): (pc: number) => SourceRange | undefined {
  const indexes = instructionIndexes(hexToBytes(object));
  const entries = readEntries(sourceMap);
  const encoded = new Map<BuiltSource, Uint8Array>();
  return (pc) => {
    const entry = entries[indexes.get(pc) ?? -1];
    const source = sources[entry?.source ?? -1];
    if (entry === undefined || source === undefined) return undefined;
    const { start, length } = entry;
    const bytes = encoded.get(source) ?? stringToBytes(source.content);
    encoded.set(source, bytes);
    return { source, start, text: bytesToString(bytes.subarray(start, start + length)) };
  };
}

/** Numbers the instructions by their program counters; PUSH1 (0x60) to PUSH32 (0x7f) are followed by their data. */
function instructionIndexes(code: Uint8Array): ReadonlyMap<number, number> {
  const indexes = new Map<number, number>();
  for (let pc = 0; pc < code.length; ) {
    indexes.set(pc, indexes.size);
    const op = code[pc] ?? 0;
    pc += op >= 0x60 && op <= 0x7f ? op - 0x5e : 1;
  }
  return indexes;
}

/** Parses a compressed source map, `start:length:source:jump:depth;…`: empty parts repeat the entry before. */
function readEntries(sourceMap: string) {
  let last = { start: 0, length: 0, source: -1 };
  return sourceMap.split(";").map((entry) => {
    const [start = "", length = "", source = ""] = entry.split(":");
    last = {
      start: start === "" ? last.start : Number(start),
      length: length === "" ? last.length : Number(length),
      source: source === "" ? last.source : Number(source),
    };
    return last;
  });
}
