// node scripts/bootstrap.mjs [NAME=VALUE…] [FILE ARGUMENT…], with any Node and without packages: installs missing
// packages from package-lock.json, including the Node version for npm scripts; then runs a file in scripts/ with that
// Node. Old versions of Node can parse this file and its imports, so that it can print the required version.
import { spawn } from "node:child_process";
import { accessSync, mkdirSync } from "node:fs";
import nodeModule from "node:module";
import { constants, homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readHelp } from "./bootstrap/help.mjs";
import { isInstalled, nodePackage, nodeVersion, readJson, root } from "./bootstrap/packages.mjs";

const minNode = 20;
/** The major version that the tests use. */
const testedNodeVersion = 24;
const requiredNodeVersion = nodeVersion === undefined ? testedNodeVersion : minNode;

main();

async function main() {
  checkNode();
  checkFolder();
  const words = process.argv.slice(2);
  while (/^[A-Z_]+=/.test(words[0])) {
    const [name, value] = words.shift().split(/=(.*)/s);
    process.env[name] = value;
  }
  const [file, ...args] = words;
  // pnpm passes on the `--` before a script's arguments.
  if (args[0] === "--") args.shift();
  if (!isInstalled()) {
    if (file !== undefined && args.some((word) => word === "--help" || word === "-h")) {
      console.log(readHelp(file));
      return;
    }
    await install();
  }
  ensureWritableHome();
  if (file !== undefined) await run(file, args);
}

/** Packages write to the home folder. If it is not writable, as in some containers, a project folder replaces it. */
function ensureWritableHome() {
  try {
    accessSync(homedir(), 2);
  } catch (_) {
    process.env.HOME = join(root, "cache/home");
    mkdirSync(process.env.HOME, { recursive: true });
  }
}

function checkNode() {
  if (Number(process.versions.node.split(".")[0]) >= requiredNodeVersion) return;
  fail(
    `This project requires Node ${requiredNodeVersion} or newer, but this is Node ${process.versions.node}: install a newer version, for example with "nvm install ${testedNodeVersion}", then run the same command again.`,
  );
}

/** Vite and imports sometimes treat a path as a URL or a pattern, in which these characters are special. */
function checkFolder() {
  const found = /[#?%*]/.exec(root);
  if (found === null) return;
  fail(
    `The path ${root} contains "${found[0]}", which Vite or Node cannot handle: move the project to a path without it, then run the same command again.`,
  );
}

/** Installs the packages in a child process, which stops when this process ends and its standard input closes. */
async function install() {
  const path = join(root, "scripts/bootstrap/installer.mjs");
  const installer = spawn(process.execPath, [...process.execArgv, path], {
    stdio: ["pipe", "inherit", "inherit"],
    // Signals to this process's group do not reach the child, so that it can always stop npm.
    detached: process.platform !== "win32",
  });
  let stoppedBy;
  const stop = (signal) => {
    stoppedBy = signal;
    installer.stdin.end();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, stop);
  const status = await new Promise((resolve) => installer.on("exit", resolve));
  for (const signal of signals) process.off(signal, stop);
  if (stoppedBy !== undefined) process.exit(128 + constants.signals[stoppedBy]);
  if (status !== 0) process.exit(1);
}

/** Runs a file in this process or, if Node's version differs, in a new process. */
async function run(file, args) {
  const path = join(root, "scripts", file);
  // Compiled modules, without which a command takes longer to start. Does nothing if the folder is not writable.
  const compiled = join(root, "cache/compiled");
  nodeModule.enableCompileCache?.(compiled);
  if (nodeVersion === undefined || nodeVersion === process.versions.node) {
    process.argv.splice(1, process.argv.length, path, ...args);
    await import(pathToFileURL(path).href);
    return;
  }
  const { bin } = readJson(`node_modules/${nodePackage}/package.json`);
  const node = join(root, "node_modules", nodePackage, bin.node);
  const child = spawn(node, [...process.execArgv, path, ...args], {
    stdio: "inherit",
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  });
  // Ctrl-C in a terminal also reaches the child, which decides when to exit.
  process.on("SIGINT", () => undefined);
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (status, signal) =>
    process.exit(status === null ? 128 + constants.signals[signal] : status),
  );
}

function fail(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}
