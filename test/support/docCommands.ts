import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AssertionError } from "chai";
import { fromMarkdown } from "mdast-util-from-markdown";
import { compileCache } from "../../scripts/shared/cacheFolders.ts";
import { childEnvironment } from "../../scripts/shared/childEnvironment.ts";

const root = join(import.meta.dirname, "..", "..");

type Root = ReturnType<typeof fromMarkdown>;
type Content = Root["children"][number];
type Code = Extract<Content, { type: "code" }>;

const folders: string[] = [];
const running = new Set<ChildProcess>();

// Cleans up even after a failed test.
process.once("exit", () => {
  for (const child of running) end(child);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A command of a document with its documented output. */
export interface DocCommand {
  /** Source location: `docs/runbook.md:41`. */
  place: string;
  command: string;
  /** `…` in a line stands for any text, a line of `…` alone for any lines. */
  expected: string;
}

/** A fenced block of a document whose info string marks a console session. */
export interface ConsoleBlock {
  place: string;
  commands: DocCommand[];
  /** What follows `console` in the fence's info string. */
  info: string;
  /** Exit status of the last command: `console status=1`. The others end with 0. */
  status: number;
  /** Whether the last command keeps running after it has printed the expected output: `console running`. */
  isRunning: boolean;
}

/** A file that a document shows in a block with a title: `json title="my-collection.json"`. */
interface DocFile {
  name: string;
  content: string;
}

/** Environment of a document's commands. */
export interface CommandContext {
  cwd: string;
  env: Record<string, string>;
}

/** Exit status of a command, with its raw output and error output. */
export interface CommandOutcome {
  output: string;
  status: number | null;
}

/** Stops a command that a block left running. */
export type Stop = () => Promise<void>;

/** Reads the console sessions of a Markdown file, in order. */
export function readConsoleBlocks(file: string): ConsoleBlock[] {
  return codeOf(file)
    .filter(({ lang }) => lang === "console")
    .map((code) => {
      const info = code.meta ?? "";
      const line = code.position?.start.line ?? 0;
      const status = Number(/\bstatus=(\d+)/.exec(info)?.[1] ?? 0);
      const commands = readCommands(code.value, file, line + 1);
      return {
        place: `${file}:${line}`,
        commands,
        info,
        status,
        isRunning: /\brunning\b/.test(info),
      };
    });
}

/** Reads the files that a Markdown file shows in full. */
export function readTitledFiles(file: string): DocFile[] {
  return codeOf(file).flatMap(({ meta, value }) => {
    const name = /\btitle="([^"]+)"/.exec(meta ?? "")?.[1];
    return name === undefined ? [] : [{ name, content: `${value}\n` }];
  });
}

/**
 * Creates a copy of this repository without git-ignored files, so that commands write only there. It
 * contains the files that the document shows, and is removed after all tests.
 */
export async function folderFor(file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fringe-drifters-docs-"));
  folders.push(folder);
  const ignored = readFileSync(join(root, ".gitignore"), "utf8").split(/\/?\n/);
  const kept = readdirSync(root).filter((name) => !ignored.includes(name) && name !== ".git");
  const own = new Set(["deployments"]);
  for (const name of [...kept.filter((each) => !own.has(each)), "node_modules"]) {
    await symlink(join(root, name), join(folder, name));
  }
  for (const { name, content } of readTitledFiles(file))
    await writeFile(join(folder, name), content);
  return folder;
}

/**
 * Runs a block's commands one after the other, and compares output and exit status with the document.
 *
 * @returns a function that stops the last command, if it keeps running; otherwise it does nothing.
 */
export async function runBlock(block: ConsoleBlock, context: CommandContext): Promise<Stop> {
  const { commands, status, isRunning } = block;
  for (const [index, each] of commands.entries()) {
    const isLast = index === commands.length - 1;
    if (isLast && isRunning) return startCommand(each, context);
    const outcome = await runCommand(each.command, context);
    expectOutput(outcome.output, each.expected, each);
    const wanted = isLast ? status : 0;
    if (outcome.status !== wanted) {
      throw new AssertionError(`${titleOf(each)} ends with ${outcome.status}, not ${wanted}.`);
    }
  }
  return async () => undefined;
}

/** Runs a command in a shell without a terminal. */
export async function runCommand(
  command: string,
  context: CommandContext,
): Promise<CommandOutcome> {
  if (/\bnpm (ci|i|install|uninstall|update|prune)\b/.test(command)) {
    throw new Error(
      `“${command}” would change this repository's node_modules: it is linked there.`,
    );
  }
  const child = spawnCommand(command, context);
  let output = "";
  listen(child, (text) => {
    output += text;
  });
  const [status] = await once(child, "close");
  return { output, status };
}

/**
 * Compares a command's output with the documented output.
 *
 * @throws {AssertionError} that names the first missing line.
 */
export function expectOutput(
  actual: string,
  expected: string,
  command?: Pick<DocCommand, "place" | "command">,
): void {
  const [given, wanted] = [linesOf(actual), linesOf(expected)];
  const reached = matchLines(given, wanted);
  if (reached === undefined) return;
  const missing = wanted[reached];
  const what =
    missing === undefined
      ? "prints more than the document shows"
      : `does not print “${missing}” there`;
  throw new AssertionError(`${command ? titleOf(command) : "The command"} ${what}:\n${actual}`, {
    actual: given.join("\n"),
    expected: wanted.join("\n"),
    showDiff: true,
  });
}

function titleOf({ place, command }: Pick<DocCommand, "place" | "command">): string {
  return `${place}: “${command}”`;
}

function codeOf(file: string): Code[] {
  const found: Code[] = [];
  const collect = (node: Root | Content) => {
    if (node.type === "code") found.push(node);
    if ("children" in node) for (const child of node.children) collect(child);
  };
  collect(fromMarkdown(readFileSync(join(root, file), "utf8")));
  return found;
}

/**
 * Parses commands: a line that begins with `$ ` is a command; after a trailing `\`, it continues on the
 * next line.
 */
function readCommands(text: string, file: string, firstLine: number): DocCommand[] {
  const commands: DocCommand[] = [];
  text.split("\n").forEach((line, index) => {
    const last = commands.at(-1);
    if (line.startsWith("$ ")) {
      commands.push({
        place: `${file}:${firstLine + index}`,
        command: line.slice(2),
        expected: "",
      });
    } else if (last === undefined) {
      throw new Error(`${file}:${firstLine + index} prints something before the first command.`);
    } else if (last.expected === "" && last.command.endsWith("\\")) {
      last.command += `\n${line.replace(/^> /, "")}`;
    } else last.expected += `${line}\n`;
  });
  return commands;
}

/** Runs a long-running command until it has printed the expected output. */
async function startCommand(wanted: DocCommand, context: CommandContext): Promise<Stop> {
  const child = spawnCommand(wanted.command, context);
  const ended = once(child, "close");
  let output = "";
  const isUp = new Promise<boolean>((resolve) => {
    listen(child, (text) => {
      output += text;
      // Later output is ignored.
      if (matchLines(linesOf(output), [...linesOf(wanted.expected), "…"]) === undefined) {
        resolve(true);
      }
    });
    ended.then(() => resolve(false));
  });
  if (!(await isUp)) expectOutput(output, wanted.expected, wanted);
  return async () => {
    if (running.has(child)) end(child);
    await ended;
  };
}

/** Signals the whole process group, because npm does not forward signals. */
function end({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGTERM");
}

function spawnCommand(command: string, { cwd, env }: CommandContext): ChildProcess {
  const path = `${join(root, "node_modules", ".bin")}:${process.env.PATH}`;
  const child = spawn("bash", ["-c", command], {
    cwd,
    env: childEnvironment({
      PATH: path,
      // For Hardhat's keystore.
      HOME: cwd,
      NO_COLOR: "1",
      NODE_COMPILE_CACHE: compileCache,
      npm_config_loglevel: "silent",
      ...env,
    }),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

function listen(child: ChildProcess, onText: (text: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", onText);
}

/** Splits into lines without trailing spaces, and without empty lines at both ends. */
function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== "");
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== "") + 1);
}

/**
 * Matches lines like shell globs, with `…` in place of `*`.
 *
 * @returns undefined if all match, or the index of the first wanted line without a match.
 */
function matchLines(given: readonly string[], wanted: readonly string[]): number | undefined {
  let reached = 0;
  let [line, next] = [0, 0];
  let lastGap: { line: number; next: number } | undefined;
  while (line < given.length) {
    const pattern = wanted[next];
    if (pattern?.trim() === "…") lastGap = { line, next: ++next };
    else if (pattern !== undefined && fits(given[line] ?? "", pattern)) {
      line += 1;
      next += 1;
    } else if (lastGap === undefined) return Math.max(reached, next);
    else {
      lastGap.line += 1;
      ({ line, next } = lastGap);
    }
    reached = Math.max(reached, next);
  }
  while (wanted[next]?.trim() === "…") next += 1;
  return next === wanted.length ? undefined : Math.max(reached, next);
}

function fits(line: string, pattern: string): boolean {
  const parts = pattern.split("…").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(line);
}
