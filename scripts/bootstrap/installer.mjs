// Started by bootstrap.mjs: installs the packages unless another process is doing so, and shows the progress. Stops
// when its standard input closes, which happens when bootstrap.mjs is interrupted or killed.
import { spawn } from "node:child_process";
import {
  accessSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  utimes,
  writeFileSync,
} from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { countPackages, isInstalled, root } from "./packages.mjs";

/** Disk space for the packages, in megabytes. */
const neededMegabytes = 1_300;
/** What this machine's npm settings may omit. */
const everything =
  "--include=dev --include=optional --include=peer --bin-links=true --engine-strict=false --legacy-peer-deps=false --install-strategy=hoisted";
/** npm's error codes when the registry is unreachable. */
const networkFailure =
  /code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)/;
const again = "then run the same command again";

/**
 * Lock file with the PIDs of the installing command, its installer and npm. Its modification time
 * changes each second, because other containers' PIDs are meaningless.
 */
const lock = join(root, ".installing");
const heartbeatMilliseconds = 1_000;
/**
 * A lock unchanged for this long belongs to a dead process, unless its installer still runs, which
 * may be slow or suspended.
 */
const staleMilliseconds = 5_000;

let holdsLock = false;
let npm;
let isStopping = false;
process.stdin.resume().on("end", stop);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
// The terminal may be closed.
process.stderr.on("error", () => undefined);

await takeLock();
if (!isInstalled()) await install();
finish(0);

async function takeLock() {
  let state = "";
  let since = 0;
  let isAnnounced = false;
  while (!createLock()) {
    const latest = readLock();
    if (latest === undefined) continue;
    const [pid, installer] = readPids();
    // The lock file may not have been written yet.
    if (!isAnnounced && pid !== "") {
      print(`Another process (PID ${pid}) is installing the packages; waiting …`);
      isAnnounced = true;
    }
    if (latest !== state) {
      state = latest;
      since = performance.now();
    } else if (performance.now() - since > staleMilliseconds && !isInstaller(installer)) {
      print("That process ended before all packages were installed.");
      stopOrphan();
      rmSync(lock, { force: true });
    }
    await delay(100);
  }
  holdsLock = true;
  setInterval(() => {
    const now = new Date();
    // Someone may have removed the lock file.
    utimes(lock, now, now, () => undefined);
  }, heartbeatMilliseconds);
}

function createLock() {
  try {
    writeFileSync(lock, `${process.ppid} ${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    return fail(
      `Packages are missing, and the folder ${root} is not writable (${error.code}): make it writable, ${again}.`,
    );
  }
}

function readPids() {
  return readText(lock).trim().split(" ");
}

/** Whether a process on this machine runs this file. Without /proc, a reused PID cannot be recognized. */
function isInstaller(pid) {
  if (pid === undefined) return false;
  if (process.platform === "linux")
    return readText(`/proc/${pid}/cmdline`).includes("installer.mjs");
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Stops the npm process of a killed installer, which would remove packages when it fails. */
function stopOrphan() {
  const [, , pid] = readPids();
  // PIDs are reused. Without /proc, no process is stopped.
  if (pid !== undefined && readText(`/proc/${pid}/cmdline`).includes("npm ci")) endNpm(pid);
}

/** Returns a string that changes with each heartbeat; undefined without a lock. */
function readLock() {
  const stats = statSync(lock, { throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.mtimeMs}`;
}

async function install() {
  const { blocks, bavail, bsize } = statfsSync(root);
  const free = Math.floor((bavail * bsize) / 1e6);
  // Some file systems do not report free space.
  if (blocks > 0 && free < neededMegabytes) {
    fail(
      `The packages need ${neededMegabytes} MB, but only ${free} MB are free on the disk of ${root}: free some space, ${again}.`,
    );
  }
  print("Installing packages; this takes a minute or more, only on the first run …");
  const cache = cacheOption();
  // An error response counts as reachable.
  const ping = await runNpm(`ping --fetch-retries=0 --fetch-timeout=10000 ${cache}`);
  const isOffline = ping.status !== 0 && networkFailure.test(ping.output);
  // Offline, npm would retry each package for minutes, even if its cache contains all packages.
  const network = isOffline ? "--offline" : "";
  const command = `ci --no-audit --no-fund --no-progress --loglevel=error ${everything} ${cache} ${network}`;
  const started = performance.now();
  const result = await withProgress(async () => {
    await removePackages();
    const first = await runNpm(command);
    // A concurrent process wrote to the folder.
    if (first.status === 0 || !/code ENOTEMPTY/.test(first.output)) return first;
    await removePackages();
    return runNpm(command);
  });
  if (result.status !== 0) {
    process.stderr.write(result.output);
    fail(
      isOffline
        ? `The npm registry is unreachable, and npm's cache does not contain all packages: connect to the internet, ${again}.`
        : `npm could not install the packages: fix the error above, ${again}.`,
    );
  }
  await checkChain();
  print(`Packages installed in ${Math.round((performance.now() - started) / 1000)} s.`);
}

/**
 * Removes what an interrupted installation left behind, starting with npm's list of installed
 * packages, which is no longer accurate.
 */
async function removePackages() {
  const folder = join(root, "node_modules");
  const remove = (name) => rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  await remove(".package-lock.json");
  try {
    // The folder itself may be a mount point.
    for (const name of await readdir(folder)) await remove(name);
  } catch (error) {
    if (error.code !== "ENOENT") {
      fail(`${error.message}: make node_modules writable or remove it, ${again}.`);
    }
  }
}

/** Returns the npm option for a cache in the project if npm's own cache folder is not writable. */
function cacheOption() {
  const folder = process.env.npm_config_cache ?? join(homedir(), ".npm");
  if (process.platform === "win32") return "";
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, 2);
    return "";
  } catch {
    print(`npm's cache folder ${folder} is not writable, so cache/npm/ is used.`);
    return "--cache=cache/npm";
  }
}

async function checkChain() {
  const look =
    'require(require.resolve("@nomicfoundation/edr", { paths: [require.resolve("hardhat")] }))';
  const child = spawn(process.execPath, ["--eval", look], { cwd: root, stdio: "ignore" });
  const status = await new Promise((resolve) => child.on("exit", resolve));
  if (status === 0) return;
  fail(
    `Hardhat's chain does not run on this machine (${process.platform} ${process.arch}). It is built for Linux, macOS and Windows on x64, and for Linux and macOS on arm64.`,
  );
}

/** Shows the number of installed packages: on a terminal in one updating line, otherwise every ten seconds. */
async function withProgress(work) {
  const isTerminal = process.stderr.isTTY && process.env.TERM !== "dumb";
  const timer = setInterval(
    () => {
      const { done, total } = countPackages();
      const line = `Installing packages: ${done} of ${total} …`;
      process.stderr.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
    },
    isTerminal ? 500 : 10_000,
  );
  const result = await work();
  clearInterval(timer);
  if (isTerminal) process.stderr.write("\r\u001b[K");
  return result;
}

/** Runs npm, and resolves when npm exits. */
function runNpm(args) {
  npm = spawn(`npm ${args.replace(/ +/g, " ").trim()}`, {
    cwd: root,
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    // A separate process group, so that npm's processes can be stopped together.
    detached: process.platform !== "win32",
  });
  writeFileSync(lock, `${process.ppid} ${process.pid} ${npm.pid}\n`);
  let output = "";
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => {
    npm.on("close", (status) => {
      npm = undefined;
      if (isStopping) finish(1);
      resolve({ status, output });
    });
  });
}

/** Stops npm with all its processes, then exits. */
function stop() {
  if (isStopping) return;
  isStopping = true;
  if (npm === undefined) finish(1);
  else endNpm(npm.pid);
}

/** Uses SIGKILL, because on other signals npm spends minutes removing installed packages. */
function endNpm(pid) {
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/T", "/F"]);
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function print(line) {
  process.stderr.write(`${line}\n`);
}

function fail(sentence) {
  print(`\n${sentence}\n`);
  finish(1);
}

function finish(status) {
  if (holdsLock) rmSync(lock, { force: true });
  process.exit(status);
}
