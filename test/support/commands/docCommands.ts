import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AssertionError } from "chai";
import { compileCache } from "../../../scripts/shared/cacheFolders.ts";
import { childEnvironment } from "../../../scripts/shared/childEnvironment.ts";
import { copyProject } from "../../../scripts/shared/copyProject.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

const root = join(import.meta.dirname, "../../..");

const running = new Set<ChildProcess>();

// Registers the hook here, so that it cleans up even after a failed test.
process.once("exit", () => {
  for (const child of running) end(child);
});

/** A command of a document with its documented output. */
export interface DocCommand {
  command: string;
  /** Expected output. `…` in a line matches any text, a line of `…` any lines. */
  expected: string;
}

/** A fenced block of a document. */
export interface DocBlock {
  /** Source location: `docs/runbook.md:41`. */
  place: string;
  language: string;
  /**
   * Text after the language: `title="draft.json"` is the path of a file that the block shows or changes. In `console
   * status=1`, the last command exits with that status; in `console running`, it keeps running after it has printed its
   * output.
   */
  info: string;
  text: string;
  /** Path of the file that the block shows. */
  title: string | undefined;
  /** Commands of a console session. */
  commands: DocCommand[];
}

/** Environment of a document's commands. */
export interface CommandContext {
  cwd: string;
  env: Record<string, string>;
}

/** Reads the fenced blocks of a Markdown file in these languages, in order. */
export function readBlocks(file: string, ...languages: string[]): DocBlock[] {
  const document = readFileSync(join(root, file), "utf8");
  const blocks = [...document.matchAll(/^```(\w+)(.*)\n([\s\S]*?)^```/gm)];
  return blocks.flatMap(({ index, 1: language = "", 2: info = "", 3: text = "" }) => {
    if (!languages.includes(language)) return [];
    const place = `${file}:${document.slice(0, index).split("\n").length}`;
    const [, title] = /\btitle="([^"]+)"/.exec(info) ?? [];
    const commands = language === "console" ? readCommands(text, place) : [];
    return { place, language, info, text, title, commands };
  });
}

/** Parses commands: a line that starts with `$ ` is a command; after a trailing `\` it continues on the next line. */
function readCommands(text: string, place: string): DocCommand[] {
  const [before, ...commands] = text.split(/^\$ /m);
  if (before !== "") throw new Error(`${place} prints something before its command.`);
  return commands.map((each) => {
    const [command = ""] = /^(?:.*\\\n)*.*/.exec(each) ?? [];
    return { command: command.replaceAll("\n> ", "\n"), expected: each.slice(command.length) };
  });
}

/**
 * Creates a copy of this repository without git-ignored files, so that commands write only there. It
 * contains the files that the document shows with a title, and is removed after all tests.
 */
export async function folderFor(file: string): Promise<string> {
  const folder = await temporaryFolder();
  const ignored = readFileSync(join(root, ".gitignore"), "utf8").split(/\/?\n/);
  const excluded = new Set([...ignored, ".git", "deployments"]);
  const names = readdirSync(root).filter((name) => !excluded.has(name));
  for (const name of [...names, "node_modules"]) {
    await symlink(join(root, name), join(folder, name));
  }
  for (const language of ["json", "csv"]) {
    for (const { title = "", text } of readBlocks(file, language)) {
      await writeFile(join(folder, title), text);
    }
  }
  return folder;
}

/**
 * Creates a copy of this repository and its compiled contracts for commands that change files.
 * Removes the copy after all tests; in a given folder, keeps it, and paths that match `preserved`
 * survive the next copy.
 */
export async function copyRepository(folder?: string, preserved = /^$/): Promise<string> {
  if (folder === undefined) return copyRepository(await temporaryFolder());
  await copyProject(folder, preserved);
  return folder;
}

/**
 * Applies a block of the language `diff` to its file in `folder`.
 *
 * @throws {AssertionError} unless the file has the changed lines exactly once.
 */
export async function applyDiff(block: DocBlock, folder: string): Promise<void> {
  const { place, title = "", text } = block;
  const without = (sign: string) =>
    text.replaceAll(new RegExp(`^\\${sign}.*\\n`, "gm"), "").replaceAll(/^./gm, "");
  const parts = (await readFile(join(folder, title), "utf8")).split(without("+"));
  if (parts.length !== 2) {
    const count = parts.length - 1;
    throw new AssertionError(`${place}: ${title} has these lines ${count} times, not once.`);
  }
  await writeFile(join(folder, title), parts.join(without("-")));
}

/** Runs a block's commands in order, and compares output and exit status with the document. */
export async function runBlock(
  { place, commands, info }: DocBlock,
  context: CommandContext,
): Promise<void> {
  for (const { command, expected } of commands) {
    const isLast = command === commands.at(-1)?.command;
    const isRunning = isLast && /\brunning\b/.test(info);
    const documented = isRunning ? `${expected.trimEnd()}\n…` : expected;
    const { output, status } = await runCommand(command, context, isRunning ? documented : null);
    if (!fits(output, documented)) {
      const message = `${place}: “${command}” prints something else:\n${output}`;
      throw new AssertionError(message, { actual: output, expected, showDiff: true });
    }
    if (isRunning) return;
    const wanted = isLast ? Number(/\bstatus=(\d+)/.exec(info)?.[1] ?? 0) : 0;
    if (status !== wanted) {
      throw new AssertionError(`${place}: “${command}” ends with ${status}, not ${wanted}.`);
    }
  }
}

/** Runs a command in a shell without a terminal until it exits, or leaves it running once it has printed `words`. */
export async function runCommand(
  command: string,
  { cwd, env }: CommandContext,
  words: string | null = null,
): Promise<{ output: string; status: number | null }> {
  const path = `${join(root, "node_modules", ".bin")}:${process.env.PATH}`;
  const child = spawn("bash", ["-c", command], {
    cwd,
    env: childEnvironment({
      PATH: path,
      // Home folder of Hardhat's keystore.
      HOME: cwd,
      NODE_COMPILE_CACHE: compileCache,
      npm_config_loglevel: "silent",
      ...env,
    }),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  let output = "";
  const isPrinted = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (words !== null && fits(output, words)) resolve();
      });
    }
  });
  await Promise.race([once(child, "close"), isPrinted]);
  return { output, status: child.exitCode };
}

/** Stops the commands that blocks left running. */
export async function stopCommands(): Promise<void> {
  for (const child of running) {
    const closed = once(child, "close");
    end(child);
    await closed;
  }
}

/** Signals the whole process group, because npm does not forward signals. */
function end({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGTERM");
}

/**
 * Whether a text matches the documented output, ignoring trailing spaces and empty lines at both ends: `…` matches any
 * text in a line, a line of `…` any lines.
 */
function fits(text: string, documented: string): boolean {
  const [given, expected] = [text, documented].map((each) =>
    each.replaceAll(/[ \t]+$/gm, "").replace(/^\n+|\n+$/g, ""),
  );
  const pattern = expected
    ?.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replaceAll(/(^|\n)[ \t]*…(?=\n|$)/g, "(?:(?:^|\n)[^]*)?")
    .replaceAll("…", ".*");
  return new RegExp(`^${pattern}$`).test(given ?? "");
}
