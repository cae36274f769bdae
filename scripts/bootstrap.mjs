// node scripts/bootstrap.mjs [NAME=VALUE…] [FILE ARGUMENT…], with any Node and without packages: installs the packages of
// package-lock.json that are missing, with the Node version of npm's scripts among them; then runs a file of scripts/
// with that Node.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, statfsSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const minNode = 20;
// Below this version npm skips Hardhat's native package, so npm itself has to run on a newer Node.
const minNodeForInstall = 22;
/** The major version that was tested. */
const testedNode = 24;
/** Disk space for the packages, in megabytes. */
const neededMegabytes = 1_300;
/** Error codes of npm when it cannot reach the registry. */
const networkFailure =
  /code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)/;
const nodeMajor = Number(process.versions.node.split(".")[0]);
const platform = process.platform === "win32" ? "win" : process.platform;
/** The package of Node for this machine: npm's scripts run on it. Undefined where the registry has none. */
const nodePackage = `node-${platform}-${process.arch}`;
const nodeVersion = readJson("package.json").optionalDependencies[nodePackage];
const requiredNode = nodeVersion === undefined ? testedNode : minNode;

if (nodeMajor < requiredNode) {
  fail(
    `This project needs Node ${requiredNode} or newer, and this is ${process.versions.node}: install a newer one, for example with "nvm install ${testedNode}", then run the same command again.`,
  );
}
if (!isInstalled()) install();
const words = process.argv.slice(2);
while (/^[A-Z_]+=/.test(words[0] ?? "")) {
  const [name, value] = words.shift().split(/=(.*)/s);
  process.env[name] = value;
}
if (words.length > 0) await run(words);

/** Runs a file in this process or, if it has another Node, in a new one. */
async function run([file, ...args]) {
  const path = join(root, "scripts", file);
  if (nodeVersion === undefined || nodeVersion === process.versions.node) {
    process.argv.splice(1, process.argv.length, path, ...args);
    await import(pathToFileURL(path).href);
    return;
  }
  const { bin } = readJson(`node_modules/${nodePackage}/package.json`);
  const node = join(root, "node_modules", nodePackage, bin.node);
  const child = spawn(node, [path, ...args], { stdio: "inherit" });
  // Ctrl-C in a terminal reaches the child too, which decides when it ends.
  process.on("SIGINT", () => undefined);
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (status, signal) => process.exit(status ?? 128 + constants.signals[signal]));
}

function isInstalled() {
  const wanted = readJson("package-lock.json");
  const present = readJson("node_modules/.package-lock.json");
  if (!wanted || !present) return false;
  const differs = Object.entries(wanted.packages).some(
    ([path, entry]) =>
      path !== "" && !entry.optional && present.packages[path]?.version !== entry.version,
  );
  return !differs && hasNode() && chainLoads();
}

function hasNode() {
  const installed = readJson(`node_modules/${nodePackage}/package.json`);
  return nodeVersion === undefined || installed?.version === nodeVersion;
}

/**
 * Whether Hardhat's native package loads: an install under an old Node silently skips it. Checked in a child process,
 * because Node caches failed loads.
 */
function chainLoads() {
  const look =
    'require(require.resolve("@nomicfoundation/edr", { paths: [require.resolve("hardhat")] }))';
  const { status } = spawnSync(process.execPath, ["--eval", look], { cwd: root, stdio: "ignore" });
  return status === 0;
}

function install() {
  const free = freeMegabytes();
  if (free < neededMegabytes) {
    fail(
      `The packages need ${neededMegabytes} MB, and the disk of ${root} has ${free} MB left: free some space, then run the same command again.`,
    );
  }
  console.log("Installing packages; this takes a minute or more, only on the first run …");
  const isOffline = !reachesRegistry();
  const offline = isOffline ? " --offline" : "";
  // Offline, npm would try each package for minutes; its cache may have all of them.
  const installation = `npm ci --no-audit --no-fund --loglevel=error${offline}`;
  const command =
    nodeMajor < minNodeForInstall
      ? `npx --yes${offline} --package ${nodePackage}@${nodeVersion} --call "${installation}"`
      : installation;
  const started = Date.now();
  const { status } = spawnSync(command, { cwd: root, stdio: "inherit", shell: true });
  if (status !== 0) failInstall(isOffline);
  if (!chainLoads()) {
    fail(
      `Hardhat's chain does not run on this machine (${process.platform} ${process.arch}).`,
      "It is built for Linux, macOS and Windows on x64, and for Linux and macOS on arm64.",
    );
  }
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

function failInstall(isOffline) {
  fail(
    isOffline
      ? "The npm registry cannot be reached, and npm's cache does not have all packages: connect to the internet, then run the same command again."
      : "npm could not install the packages: correct what its message above names, then run the same command again.",
  );
}

function freeMegabytes() {
  const { blocks, bavail, bsize } = statfsSync(root);
  // Some file systems do not know.
  return blocks === 0 ? Number.POSITIVE_INFINITY : Math.floor((bavail * bsize) / 1e6);
}

/** Pings the registry once, with npm's own registry and proxy settings. An error response counts as reachable. */
function reachesRegistry() {
  const ping = "npm ping --fetch-retries=0 --fetch-timeout=10000";
  const { status, stderr } = spawnSync(ping, { cwd: root, shell: true, encoding: "utf8" });
  return status === 0 || !networkFailure.test(stderr);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), "utf8"));
  } catch {
    return undefined;
  }
}

function fail(...lines) {
  console.error(["", ...lines, ""].join("\n"));
  process.exit(1);
}
