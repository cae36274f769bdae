// Runs before `npm start`, `npm test` and others, with any Node and without packages:
// installs the packages of package-lock.json that are missing.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const oldestNode = 20;
// Below this version npm skips Hardhat's native package, so npm itself has to run on a newer Node.
const oldestNodeForInstall = 22;
const nodeMajor = Number(process.versions.node.split(".")[0]);

if (nodeMajor < oldestNode) {
  fail(`This is Node ${process.versions.node}; Fringe Drifters needs Node ${oldestNode} or newer.`);
}
if (!isInstalled()) {
  install();
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
  console.log("Installing packages; this takes a minute or more, only on the first run …");
  const flags = "ci --no-audit --no-fund --loglevel=error";
  const { devDependencies } = readJson("package.json");
  const command =
    nodeMajor < oldestNodeForInstall
      ? `npx --yes --package node@${devDependencies.node} --call "npm ${flags}"`
      : `npm ${flags}`;
  const started = Date.now();
  const { status } = spawnSync(command, { cwd: root, stdio: "inherit", shell: true });
  if (status !== 0) {
    fail(
      "Failed to install the packages; npm's message is above.",
      "The first run needs access to the npm registry. Connect, then run the same command again.",
    );
  }
  if (!chainLoads()) {
    fail(
      `Hardhat's chain does not run on this machine (${process.platform} ${process.arch}).`,
      "It is built for Linux, macOS and Windows on x64, and for Linux and macOS on arm64.",
    );
  }
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
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
