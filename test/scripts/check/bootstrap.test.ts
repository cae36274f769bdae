import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { runExplain } from "../../../scripts/commands/explain/runExplain.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { until } from "../../support/until.ts";

/** Name of the package with this machine's Node. */
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const project = join(import.meta.dirname, "../../..");
const everything =
  "--include=dev --include=optional --include=peer --bin-links=true --engine-strict=false --legacy-peer-deps=false --install-strategy=hoisted";
const npmCi = `ci --no-audit --no-fund --no-progress --loglevel=error ${everything}`;
const started = "Installing packages; this takes a minute or more, only on the first run …";

interface Machine {
  node?: string;
  freeMegabytes?: number;
  /** Error code with which `npm ping` fails. */
  ping?: string;
  /** Error code with which writing files fails. */
  unwritable?: string;
  /** Behavior of `npm ci`. */
  installs?: string;
  environment?: Record<string, string>;
}

let root: string;
beforeEach(async () => {
  root = await createProject(await temporaryFolder());
});

async function createProject(folder: string): Promise<string> {
  await mkdir(join(folder, "scripts"), { recursive: true });
  await mkdir(join(folder, "bin"));
  for (const name of ["bootstrap.mjs", "bootstrap"]) {
    await cp(join(project, "scripts", name), join(folder, "scripts", name), { recursive: true });
  }
  const optionalDependencies = { [nodePackage]: "24.0.0" };
  await writeFile(join(folder, "package.json"), JSON.stringify({ optionalDependencies }));
  const packages = {
    "": {},
    "node_modules/hardhat": { version: "3.0.0" },
    // Node's package for a different machine.
    "node_modules/odd": { version: "1.0.0", optional: true },
  };
  await writeFile(join(folder, "package-lock.json"), JSON.stringify({ packages }));
  return folder;
}

/** Shell commands that install like npm, and write its package list last. */
function installing(): string {
  const files = {
    "hardhat/package.json": "{}",
    "hardhat/index.js": "",
    "@nomicfoundation/edr/index.js": "",
    [`${nodePackage}/package.json`]: '{ "version": "24.0.0", "bin": { "node": "node" } }',
    ".package-lock.json": JSON.stringify({
      packages: {
        "node_modules/hardhat": { version: "3.0.0" },
        [`node_modules/${nodePackage}`]: { version: "24.0.0" },
        "node_modules/@nomicfoundation/edr-linux-x64-gnu": { version: "1.0.0" },
      },
    }),
  };
  return Object.entries(files)
    .map(([name, content]) => {
      const path = `node_modules/${name}`;
      return `mkdir -p "$(dirname ${path})"; echo '${content}' > ${path}`;
    })
    .join("\n");
}

/**
 * Starts bootstrap.mjs on a machine where timers and clocks are a hundred times as fast, and where npm appends its
 * arguments to `npm.log`.
 */
async function start(
  {
    node = "22.0.0",
    freeMegabytes = 5_000,
    ping,
    unwritable,
    installs = "exit 1",
    environment,
  }: Machine,
  ...args: readonly string[]
): Promise<ChildProcess> {
  const machine = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
    Object.defineProperty(process, "versions", { value: { node: "${node}" } });
    fs.statfsSync = () => ({ blocks: 9e6, bavail: ${freeMegabytes}, bsize: 1e6 });
    if (${unwritable !== undefined}) fs.writeFileSync = () => {
      throw Object.assign(new Error(), { code: "${unwritable}" });
    };
    syncBuiltinESMExports();
    const now = performance.now.bind(performance), every = setInterval;
    performance.now = () => now() * 100;
    globalThis.setInterval = (work, milliseconds) => every(work, milliseconds / 100);`;
  const npm = `#!/bin/sh
    echo "$*" >> npm.log
    case "$1" in
      ping) ${ping === undefined ? "exit 0" : `echo "npm error code ${ping}" >&2; exit 1`} ;;
      *) ${installs} ;;
    esac`;
  await writeFile(join(root, "bin/npm"), npm);
  await chmod(join(root, "bin/npm"), 0o755);
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(machine)}`];
  return spawn(process.execPath, [...preload, join(root, "scripts/bootstrap.mjs"), ...args], {
    env: {
      ...process.env,
      npm_config_cache: root,
      ...environment,
      PATH: `${join(root, "bin")}:/usr/bin:/bin`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs bootstrap.mjs until it exits. */
async function run(machine: Machine, ...args: readonly string[]) {
  return outcomeOf(await start(machine, ...args));
}

async function outcomeOf(child: ChildProcess) {
  if (child.stdout === null || child.stderr === null) throw new Error("Its output is not piped.");
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  // A slow machine prints progress.
  const message = stderr
    .replaceAll(/^Installing packages: .*\n/gm, "")
    .replace(/ in \d+ s\.$/m, "");
  return { status, stdout, message: message.trim() };
}

/** Returns the arguments of each npm run, except pings. */
async function npmRuns(): Promise<string[]> {
  const log = await readFile(join(root, "npm.log"), "utf8").catch(() => "");
  return log.split("\n").filter((line) => line !== "" && !line.startsWith("ping"));
}

/** Waits until a command prints a line. */
async function untilPrinted(child: ChildProcess, line: RegExp): Promise<void> {
  let printed = "";
  child.stderr?.on("data", (chunk) => {
    printed += chunk;
  });
  await until(() => line.test(printed));
}

const installed = `${started}\nPackages installed`;

describe("package installation", () => {
  it("requires Node 20", async () => {
    expect(await run({ node: "18.20.8" })).to.deep.equal({
      status: 1,
      stdout: "",
      message:
        'This project requires Node 20 or newer, but this is Node 18.20.8: install a newer version, for example with "nvm install 24", then run the same command again.',
    });
  });

  it("rejects a folder path from which Vite or Node cannot load files", async () => {
    root = await createProject(join(root, "a#b"));
    const { status, message } = await run({});
    expect([status, message]).to.deep.equal([
      1,
      `The path ${root} contains "#", which Vite or Node cannot handle: move the project to a path without it, then run the same command again.`,
    ]);
  });

  it("reports the missing disk space", async () => {
    const { status, message } = await run({ freeMegabytes: 750 });
    expect([status, message, await npmRuns()]).to.deep.equal([
      1,
      `The packages need 1300 MB, but only 750 MB are free on the disk of ${root}: free some space, then run the same command again.`,
      [],
    ]);
  });

  it("reports a read-only folder", async () => {
    const { status, message } = await run({ unwritable: "EROFS" });
    expect([status, message]).to.deep.equal([
      1,
      `Packages are missing, and the folder ${root} is not writable (EROFS): make it writable, then run the same command again.`,
    ]);
  });

  it("tries npm's cache if the registry is unreachable, then requires a connection", async () => {
    const { message } = await run({ ping: "ENOTFOUND" });
    expect([message, await npmRuns()]).to.deep.equal([
      `${started}\n\nThe npm registry is unreachable, and npm's cache does not contain all packages: connect to the internet, then run the same command again.`,
      [`${npmCi} --offline`],
    ]);
  });

  it("uses a cache in the project if npm's own cache is not writable", async () => {
    const environment = { npm_config_cache: "/dev/null/npm" };
    const { message } = await run({ environment, installs: installing() });
    expect([message, await npmRuns()]).to.deep.equal([
      `${started}\nnpm's cache folder /dev/null/npm is not writable, so cache/npm/ is used.\nPackages installed`,
      [`${npmCi} --cache=cache/npm`],
    ]);
  });

  it("prints npm's own message if npm fails", async () => {
    const { status, message } = await run({ installs: 'echo "npm error odd" >&2; exit 1' });
    expect([status, message]).to.deep.equal([
      1,
      `${started}\nnpm error odd\n\nnpm could not install the packages: fix the error above, then run the same command again.`,
    ]);
  });

  it("installs once, and writes nothing to standard output", async () => {
    const machine = { installs: `echo "added 3 packages"; ${installing()}` };
    expect(await run(machine)).to.deep.equal({ status: 0, stdout: "", message: installed });
    expect(await run(machine)).to.deep.equal({ status: 0, stdout: "", message: "" });
    expect(await npmRuns()).to.deep.equal([npmCi]);
  });

  it("removes the leftovers of an interrupted installation", async () => {
    await mkdir(join(root, "node_modules/left"), { recursive: true });
    const { status } = await run({ installs: `ls -A node_modules >> npm.log\n${installing()}` });
    expect([status, await npmRuns()]).to.deep.equal([0, [npmCi]]);
    expect(await readdir(join(root, "node_modules"))).not.to.include("left");
  });

  it("retries once if a concurrent process has written to the packages", async () => {
    const fails = 'echo "npm error code ENOTEMPTY" >&2; exit 1';
    const installs = `if [ ! -e second ]; then touch second; ${fails}; fi; ${installing()}`;
    expect((await run({ installs })).message).to.equal(installed);
    expect(await npmRuns()).to.deep.equal([npmCi, npmCi]);
  });

  it("prints the number of installed packages while npm runs", async () => {
    const installs = `mkdir -p node_modules/hardhat; echo '{}' > node_modules/hardhat/package.json
      while [ ! -e go ]; do sleep 0.02; done; ${installing()}`;
    const child = await start({ installs });
    await untilPrinted(child, /^Installing packages: 1 of 1 …$/m);
    await writeFile(join(root, "go"), "");
    await once(child, "exit");
    expect(child.exitCode).to.equal(0);
  });

  it("makes concurrent commands wait", async () => {
    const installs = `touch begun; while [ ! -e go ]; do sleep 0.02; done; ${installing()}`;
    const first = await start({ installs });
    await until(() => existsSync(join(root, "begun")));
    const second = await start({ installs });
    const ended = Promise.all([outcomeOf(first), outcomeOf(second)]);
    const waiting = `Another process (PID ${first.pid}) is installing the packages; waiting …`;
    await untilPrinted(second, /^Another process .*$/m);
    await writeFile(join(root, "go"), "");
    const [, other] = await ended;
    expect(other).to.deep.equal({ status: 0, stdout: "", message: waiting });
    expect(await npmRuns()).to.deep.equal([npmCi]);
  });

  it("resumes after a killed process, and ends that process's npm", async () => {
    // The process has the same title as npm's shell.
    const orphan = spawn("sh", ["-c", "sleep 60; : npm ci"], { detached: true, stdio: "ignore" });
    const orphanEnded = once(orphan, "exit");
    await writeFile(join(root, ".installing"), `4000000 4000001 ${orphan.pid}\n`);
    const { status, message } = await run({ installs: installing() });
    expect([status, message]).to.deep.equal([
      0,
      `Another process (PID 4000000) is installing the packages; waiting …\nThat process ended before all packages were installed.\n${installed}`,
    ]);
    expect((await orphanEnded)[1]).to.equal("SIGKILL");
  });

  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGKILL", null],
  ] as const) {
    it(`ends npm and its child processes on ${signal}`, async () => {
      const installs = "sleep 60 & echo $! > begun; mv begun helper; wait";
      const child = await start({ installs });
      await until(() => existsSync(join(root, "helper")));
      const helper = Number(await readFile(join(root, "helper"), "utf8"));
      const exited = once(child, "exit");
      child.kill(signal);
      expect((await exited)[0]).to.equal(status);
      await until(() => !existsSync(join(root, ".installing")));
      await until(async () => !(await isRunning(helper)));
      expect((await run({ installs: installing() })).message).to.equal(installed);
    });
  }
});

/** Returns whether a process runs; one that has ended may wait for a parent to notice. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return /^State:\s+[^Z\s]/m.test(status);
}

describe("npm script", () => {
  for (const [where, node] of [
    ["in this process", "24.0.0"],
    ["in the Node of npm's scripts", "22.0.0"],
  ] as const) {
    it(`runs ${where} with variables and arguments, and returns the exit status`, async () => {
      await run({ installs: installing() });
      await symlink(process.execPath, join(root, "node_modules", nodePackage, "node"));
      await writeFile(
        join(root, "scripts/probe.mjs"),
        "console.log(process.env.SOAK, ...process.argv.slice(2)); process.exit(3);",
      );
      await writeFile(join(root, "scripts/killed.mjs"), 'process.kill(process.pid, "SIGKILL");');
      // pnpm passes the `--` on to the script.
      const args = ["SOAK=1=2", "probe.mjs", "--", "--grep", "a b"];
      expect(await run({ node }, ...args)).to.deep.equal({
        status: 3,
        stdout: "1=2 --grep a b\n",
        message: "",
      });
      const { status } = await run({ node }, "killed.mjs");
      expect(status).to.equal(node === "24.0.0" ? null : 128 + 9);
    });
  }
});

describe("unwritable home folder", () => {
  it("is replaced with a folder in the project", async () => {
    await run({ installs: installing() });
    await writeFile(join(root, "scripts/probe.mjs"), "console.log(process.env.HOME);");
    const environment = { HOME: join(root, "missing") };
    const { stdout } = await run({ node: "24.0.0", environment }, "probe.mjs");
    expect(stdout).to.equal(`${join(root, "cache/home")}\n`);
    expect(existsSync(join(root, "cache/home"))).to.equal(true);
  });
});

describe("help without packages", () => {
  it("is printed without an installation", async () => {
    await writeFile(join(root, "scripts/probe.ts"), "const help = `Usage: npm run probe\\``;");
    for (const option of ["--help", "-h"]) {
      const { status, stdout } = await run({}, "probe.ts", "word", option);
      expect([status, stdout]).to.deep.equal([0, "Usage: npm run probe`\n"]);
    }
    expect(existsSync(join(root, "npm.log"))).to.equal(false);
  });

  it("is found for every script in package.json", async () => {
    const { readHelp } = await import(join(project, "scripts/bootstrap/help.mjs"));
    const { scripts } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    const ofTests = ["test", "test:contract", "test:browsers", "soak"];
    for (const [name, line] of Object.entries<string>(scripts)) {
      const [, file] =
        /^node (?:--[a-z-]+ )?scripts\/bootstrap\.mjs (?:[A-Z]+=\S+ )?(\S+\.ts)( test\/\S+)*$/.exec(
          line,
        ) ?? [];
      const words = ofTests.includes(name) ? "test" : name === "start" ? name : `run ${name}`;
      expect(readHelp(file), name).to.match(new RegExp(`^Usage: npm ${words}( |\n)[^]+--help`));
      expect(readHelp(file)).not.to.contain("${");
    }
    const { stdout } = await runInProcess((output) => runExplain(["--help"], output));
    expect(stdout).to.equal(`${readHelp("commands/explain.ts")}\n`);
  });
});
