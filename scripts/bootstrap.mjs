// Runs before `npm start`, `npm test` and others, with any Node and without packages:
// installs the packages of package-lock.json that are missing, and the Node version of npm's scripts if this machine's
// is another one.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const oldestNode = 20;
// Below this version npm skips Hardhat's native package, so npm itself has to run on a newer Node.
const oldestNodeForInstall = 22;
/** Disk space for the packages, in megabytes. */
const neededMegabytes = 1_000;
/** Error codes of npm when it cannot reach the registry. */
const networkFailure =
  /code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)/;
/** Where npm looks for the programs of its scripts first. */
const programs = join(root, "node_modules", ".bin");
/** The package of Node for npm's scripts. */
const nodePackage = join(root, "scripts", "packages", "node");
const nodeVersion = readJson("scripts/packages/node/package.json").dependencies.node;
const nodeMajor = majorOf(process.versions.node);

if (nodeMajor < oldestNode) {
  fail(
    `Fringe Drifters needs Node ${oldestNode} or newer, and this is ${process.versions.node}: install a newer one, for example with "nvm install", then run the same command again.`,
  );
}
if (!isInstalled()) {
  install();
}
if (nodeMajor !== majorOf(nodeVersion)) {
  provideNode();
}

function isInstalled() {
  const wanted = readJson("package-lock.json");
  const present = readJson("node_modules/.package-lock.json");
  if (!wanted || !present) return false;
  const differs = Object.entries(wanted.packages).some(
    ([path, entry]) =>
      path !== "" && !entry.optional && present.packages[path]?.version !== entry.version,
  );
  return !differs && chainLoads();
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
  const flags = installation(isOffline);
  const command =
    nodeMajor < oldestNodeForInstall
      ? `npx --yes${isOffline ? " --offline" : ""} --package node@${nodeVersion} --call "npm ${flags}"`
      : `npm ${flags}`;
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

/** Makes `node` in npm's scripts the version that was tested: fetches it once, and links it. */
function provideNode() {
  const target = join(root, "node_modules", ".cache", "packages", `node-${nodeVersion}`);
  const program = process.platform === "win32" ? "node.exe" : "node";
  if (!existsSync(target)) fetchNode(target);
  const path = `../.cache/packages/node-${nodeVersion}/node_modules/node/bin/${program}`;
  if (process.platform === "win32") {
    writeFileSync(join(programs, "node.cmd"), `@"%~dp0${path.replaceAll("/", "\\")}" %*\r\n`);
    return;
  }
  rmSync(join(programs, "node"), { force: true });
  symlinkSync(path, join(programs, "node"));
}

function fetchNode(target) {
  console.log(`Fetching Node ${nodeVersion} for npm's scripts (189 MB), once …`);
  // Only a complete folder gets its name.
  const workplace = `${target}-${process.pid}`;
  mkdirSync(workplace, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) {
    copyFileSync(join(nodePackage, file), join(workplace, file));
  }
  const isOffline = !reachesRegistry();
  const { status } = spawnSync(`npm ${installation(isOffline)}`, {
    cwd: workplace,
    stdio: "inherit",
    shell: true,
  });
  if (status !== 0) {
    rmSync(workplace, { recursive: true, force: true });
    failInstall(isOffline);
  }
  try {
    renameSync(workplace, target);
  } catch (error) {
    // Another command has fetched it meanwhile.
    if (!existsSync(target)) throw error;
    rmSync(workplace, { recursive: true, force: true });
  }
}

/** Arguments of npm. Offline, npm would try each package for minutes; its cache may have all of them. */
function installation(isOffline) {
  return `ci --no-audit --no-fund --loglevel=error${isOffline ? " --offline" : ""}`;
}

function failInstall(isOffline) {
  fail(
    isOffline
      ? "The npm registry cannot be reached, and npm's cache does not have all packages: connect to the internet, then run the same command again."
      : "npm could not install the packages: correct what its message above names, then run the same command again.",
  );
}

function majorOf(version) {
  return Number(version.split(".")[0]);
}

function freeMegabytes() {
  const { blocks, bavail, bsize } = statfsSync(root);
  // Some file systems do not know.
  return blocks === 0 ? Number.POSITIVE_INFINITY : Math.floor((bavail * bsize) / 1e6);
}

/** Asks once, with npm's own settings of registry and proxy. A registry that answers with an error is reached. */
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
