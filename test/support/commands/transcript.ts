import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { isAddress } from "viem";
import type { ScriptOutcome } from "./runScript.ts";

const folder = join(import.meta.dirname, "../../fringeDrifters/scripts/commands/transcripts");

/** Defines a test with a transcript. Only Fringe Drifters has transcripts, because they show names, gas and signatures. */
export const itPrints = existsSync(folder) ? it : () => undefined;

interface TranscriptOptions {
  /** Runs a command with arguments, and with the variables that precede it, as in `NAME=value show`. */
  run(args: string[], variables: Record<string, string>): Promise<ScriptOutcome>;
  /** Values that differ between runs, by the names that represent them in braces. */
  names?: Record<string, string>;
  /** Number of the first block, from which the transcript counts: `block +2`. */
  firstBlock?: number;
}

/**
 * Runs the commands of `test/fringeDrifters/scripts/commands/transcripts/NAME.txt` in order, and compares their complete output with
 * the file: standard output, then standard error after `2> `, then an exit status other than 0. In the file, `{help}`
 * stands for the text of `--help`, and JSON indented by two spaces takes fewer lines. With TRANSCRIPTS=write in the
 * environment, it writes the file instead: read the difference before you commit it.
 */
export async function expectTranscript(
  name: string,
  { run, names = {}, firstBlock = 0 }: TranscriptOptions,
): Promise<void> {
  const path = join(folder, `${name}.txt`);
  const expected = await readFile(path, "utf8");
  const values = Object.entries(names)
    .flatMap(([key, value]): [string, string][] => {
      const short = `${value.slice(0, 6)}…${value.slice(-4)}`;
      return isAddress(value)
        ? [
            [key, value],
            [`short ${key}`, short],
          ]
        : [[key, value]];
    })
    .sort(([, a], [, b]) => b.length - a.length);
  const hashes: string[] = [];
  const plain = (text: string) =>
    values
      .reduce((rest, [key, value]) => rest.replaceAll(value, `{${key}}`), text)
      .replaceAll(/0x(?:[\da-f]{64}|[\da-f]{130})\b/g, (hash) => {
        if (!hashes.includes(hash)) hashes.push(hash);
        return `{hash ${hashes.indexOf(hash) + 1}}`;
      })
      .replaceAll(/(\bblock(?:Number)?"?:? "?)(\d+)/gi, (_, before, number) => {
        return `${before}+${Number(number) - firstBlock}`;
      })
      .replaceAll(/\d+\.\d s\b/g, "{seconds} s")
      .replaceAll(/("timestamp": )"\d+"/g, "$1{time}")
      .replaceAll(/\d+\.\d{12,}(?= ETH)/g, "{amount}")
      .replaceAll(/[\d.]+ → [\d.]+(?= ETH \([−+]\{amount\})/g, "{balance} → {balance}")
      .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z| [\d:]+ UTC)/g, "{time}");
  const shortJson = (value: unknown, name = "", indent = "\n"): string => {
    const line = plain(name + JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " "));
    if (line.length < 150 || typeof value !== "object" || value === null) return line;
    const isList = Array.isArray(value);
    const parts = Object.entries(value).map(([key, part]) =>
      shortJson(part, `${indent}  ${isList ? "" : `"${key}": `}`, `${indent}  `),
    );
    return `${name}${isList ? "[" : "{"}${parts.join(",")}${indent}${isList ? "]" : "}"}`;
  };
  const short = (stdout: string) => {
    if (!/^[[{]\n/.test(stdout)) return plain(stdout);
    expect(stdout).to.equal(`${JSON.stringify(JSON.parse(stdout), null, 2)}\n`);
    return `${shortJson(JSON.parse(stdout))}\n`;
  };
  const help = (await run(["--help"], {})).stdout.trimEnd();
  let actual = "";
  for (const line of expected.split("\n")) {
    if (line.startsWith("# ")) actual += `${line}\n`;
    if (!line.startsWith("$ ")) continue;
    const given = line.replaceAll(/\{(\w+)\}/g, (word, key) => names[key] ?? word);
    const args = [...given.slice(2).matchAll(/'([^']*)'|(\S+)/g)].map(([, a, b]) => a ?? b ?? "");
    const start = args.findIndex((word) => !/^[A-Z_]+=/.test(word));
    const settings = args.slice(0, start).map((word) => word.split(/=(.*)/s, 2));
    const { status, stdout, stderr } = await run(args.slice(start), Object.fromEntries(settings));
    const failure = stderr.replace(help, "{help}").replaceAll(/^(?=.)/gm, "2> ");
    actual += `${line}\n${short(stdout)}${plain(failure)}${status === 0 ? "" : `[${status}]\n`}\n`;
  }
  if (process.env.TRANSCRIPTS === "write") await writeFile(path, actual);
  else expect(actual).to.equal(expected);
}
