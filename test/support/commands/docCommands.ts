import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AssertionError } from "chai";
import { compileCache } from "../../../scripts/shared/cacheFolders.ts";
import { childEnvironment } from "../../../scripts/shared/childEnvironment.ts";
import { trackedFiles } from "./documents.ts";

const root = join(import.meta.dirname, "../../..");

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
  return blocksOf(file, "console").map(({ info, line, text }) => ({
    place: `${file}:${line}`,
    commands: readCommands(text, file, line + 1),
    info,
    status: Number(/\bstatus=(\d+)/.exec(info)?.[1] ?? 0),
    isRunning: /\brunning\b/.test(info),
  }));
}

/** A fenced block of a document that shows a file, or a change of one: its title is the file's path. */
export interface FileBlock {
  place: string;
  path: string;
  text: string;
}

/** Reads the files, or changes of files, that a Markdown file shows in one language. */
export function readFileBlocks(file: string, language: string): FileBlock[] {
  return blocksOf(file, language).flatMap(({ info, line, text }) => {
    const [, path] = /\btitle="([^"]+)"/.exec(info) ?? [];
    return path === undefined ? [] : [{ place: `${file}:${line}`, path, text: `${text}\n` }];
  });
}

/** Reads the fenced blocks of a Markdown file in one language. */
function blocksOf(file: string, language: string) {
  const document = readFileSync(join(root, file), "utf8");
  const blocks = document.matchAll(new RegExp(`^\`\`\`${language}\\b(.*)\\n([^]*?)^\`\`\``, "gm"));
  return [...blocks].map(({ index, 1: info = "", 2: text = "" }) => ({
    info,
    line: document.slice(0, index).split("\n").length,
    text: text.trimEnd(),
  }));
}

/**
 * Creates a copy of this repository without git-ignored files, so that commands write only there. It
 * contains the files that the document shows with a title, and is removed after all tests.
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
  for (const { path, text } of readFileBlocks(file, "json")) {
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/**
 * Creates a copy of this repository and its compiled contracts, in which commands can change everything. It is removed
 * after all tests.
 */
export async function copyRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fringe-drifters-copy-"));
  folders.push(folder);
  const compiled = ["artifacts", "cache/compile-cache.json", "cache/contractsBuild.txt"];
  for (const path of [...trackedFiles("*"), ...compiled]) {
    if (existsSync(join(root, path)))
      await cp(join(root, path), join(folder, path), { recursive: true });
  }
  // A folder of its own, in which the development server keeps its bundles.
  await mkdir(join(folder, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name.startsWith(".vite")) continue;
    await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  return folder;
}

/**
 * Applies a block of the language `diff` to the file in `folder`.
 *
 * @throws {AssertionError} unless the file has the changed lines exactly once.
 */
export async function applyDiff({ place, path, text }: FileBlock, folder: string): Promise<void> {
  const without = (sign: string) =>
    text
      .split("\n")
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join("\n");
  const parts = (await readFile(join(folder, path), "utf8")).split(without("+"));
  if (parts.length !== 2) {
    throw new AssertionError(
      `${place}: ${path} has these lines ${parts.length - 1} times, not once.`,
    );
  }
  await writeFile(join(folder, path), parts.join(without("-")));
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
    expectOutput(outcome.output, each);
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
 * @throws {AssertionError} with the difference.
 */
function expectOutput(actual: string, wanted: DocCommand): void {
  const [given, expected] = [plain(actual), plain(wanted.expected)];
  if (fits(given, expected)) return;
  const message = `${titleOf(wanted)} prints something else:\n${actual}`;
  throw new AssertionError(message, { actual: given, expected, showDiff: true });
}

function titleOf({ place, command }: Pick<DocCommand, "place" | "command">): string {
  return `${place}: “${command}”`;
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
      if (fits(plain(output), `${plain(wanted.expected)}\n…`)) resolve(true);
    });
    ended.then(() => resolve(false));
  });
  if (!(await isUp)) expectOutput(output, wanted);
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

/** Removes trailing spaces, and empty lines at both ends. */
function plain(text: string): string {
  return text.replaceAll(/[ \t]+$/gm, "").replace(/^\n+|\n+$/g, "");
}

/** Whether a text is the documented one: `…` stands for any text in a line, a line of `…` for any lines. */
function fits(text: string, documented: string): boolean {
  const pattern = documented
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replaceAll(/(^|\n)[ \t]*…(?=\n|$)/g, "(?:(?:^|\n)[^]*)?")
    .replaceAll("…", ".*");
  return new RegExp(`^${pattern}$`).test(text);
}
