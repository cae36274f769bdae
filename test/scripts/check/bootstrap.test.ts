import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

/** The package of Node for this machine. */
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const script = join(import.meta.dirname, "../../../scripts/bootstrap.mjs");

describe("the installation before npm start", () => {
  let root: string;
  beforeEach(async () => {
    root = await temporaryFolder();
    await mkdir(join(root, "scripts"));
    await mkdir(join(root, "bin"));
    await cp(script, join(root, "scripts/bootstrap.mjs"));
    const optionalDependencies = { [nodePackage]: "24.0.0" };
    await writeFile(join(root, "package.json"), JSON.stringify({ optionalDependencies }));
    // Of another machine.
    const packages = { "": {}, "node_modules/odd": { version: "1.0.0", optional: true } };
    await writeFile(join(root, "package-lock.json"), JSON.stringify({ packages }));
  });

  interface Machine {
    node?: string;
    freeMegabytes?: number;
    /** Code with which `npm ping` fails. */
    ping?: string;
  }

  /** Runs the installation on a machine where npm prints its arguments and fails to install. */
  async function install(machine: Machine) {
    const { status, ...printed } = await runOn(machine);
    expect(status).to.equal(1);
    return printed;
  }

  /** @param installs what npm does for `npm ci`. */
  async function runOn(
    { node = process.versions.node, freeMegabytes = 5_000, ping }: Machine,
    installs = "exit 1",
    args: readonly string[] = [],
  ) {
    const machine = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
      Object.defineProperty(process, "versions", { value: { node: "${node}" } });
      fs.statfsSync = () => ({ blocks: 9e6, bavail: ${freeMegabytes}, bsize: 1e6 });
      syncBuiltinESMExports();`;
    const npm = `#!/bin/sh
      case "$1" in
        ping) ${ping === undefined ? "exit 0" : `echo "npm error code ${ping}" >&2; exit 1`} ;;
        *) echo "npm $*"; ${installs} ;;
      esac`;
    const npx = `#!/bin/sh\necho "npx $*"; exit 1`;
    for (const [name, program] of Object.entries({ npm, npx })) {
      await writeFile(join(root, "bin", name), program);
      await chmod(join(root, "bin", name), 0o755);
    }
    const start = ["--import", `data:text/javascript,${encodeURIComponent(machine)}`];
    const child = spawn(
      process.execPath,
      [...start, join(root, "scripts/bootstrap.mjs"), ...args],
      {
        env: { ...process.env, PATH: `${join(root, "bin")}:/usr/bin:/bin` },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "exit"),
    ]);
    return { status, npm: stdout.match(/^np[mx] .*$/m)?.[0], message: stderr.trim() };
  }

  it("names the required Node version on an older one", async () => {
    expect(await install({ node: "18.20.8" })).to.deep.equal({
      npm: undefined,
      message:
        'This project needs Node 20 or newer, and this is 18.20.8: install a newer one, for example with "nvm install 24", then run the same command again.',
    });
  });

  it("states the disk space that is missing", async () => {
    expect(await install({ freeMegabytes: 750 })).to.deep.equal({
      npm: undefined,
      message: `The packages need 1300 MB, and the disk of ${root} has 750 MB left: free some space, then run the same command again.`,
    });
  });

  it("tries npm's cache if the registry cannot be reached, then requires a connection", async () => {
    expect(await install({ ping: "ENOTFOUND" })).to.deep.equal({
      npm: "npm ci --no-audit --no-fund --loglevel=error --offline",
      message:
        "The npm registry cannot be reached, and npm's cache does not have all packages: connect to the internet, then run the same command again.",
    });
  });

  async function writeInstalled(others: Readonly<Record<string, string>> = {}) {
    const files = {
      ...others,
      "node_modules/.package-lock.json": '{ "packages": {} }',
      "node_modules/hardhat/index.js": "",
      "node_modules/@nomicfoundation/edr/index.js": "",
      "node_modules/hardhat/package.json": "{}",
    };
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(root, path, ".."), { recursive: true });
      await writeFile(join(root, path), content);
    }
  }

  it("installs the Node of npm's scripts, through that Node if npm's own is too old", async () => {
    await writeInstalled();
    const folder = `node_modules/${nodePackage}`;
    const installNode = `mkdir -p ${folder}; echo '{ "version": "24.0.0" }' > ${folder}/package.json`;
    expect((await runOn({ node: "20.0.0" })).npm).to.equal(
      `npx --yes --package ${nodePackage}@24.0.0 --call npm ci --no-audit --no-fund --loglevel=error`,
    );
    expect(await runOn({ node: "22.0.0" }, installNode)).to.deep.equal({
      status: 0,
      npm: "npm ci --no-audit --no-fund --loglevel=error",
      message: "",
    });
    expect(await runOn({ node: "22.0.0" })).to.deep.equal({
      status: 0,
      npm: undefined,
      message: "",
    });
  });

  for (const [where, node] of [
    ["in this process", "24.0.0"],
    ["in the Node of npm's scripts", "22.0.0"],
  ] as const) {
    it(`runs a file ${where} with its variables and arguments, and returns its exit status`, async () => {
      const folder = `node_modules/${nodePackage}`;
      await writeInstalled({
        [`${folder}/package.json`]: '{ "version": "24.0.0", "bin": { "node": "node" } }',
        "scripts/probe.mjs":
          "console.error(process.env.SOAK, ...process.argv.slice(2)); process.exit(3);",
        "scripts/killed.mjs": 'process.kill(process.pid, "SIGKILL");',
      });
      await symlink(process.execPath, join(root, folder, "node"));
      const args = ["SOAK=1=2", "probe.mjs", "--grep", "a b"];
      expect(await runOn({ node }, "exit 1", args)).to.deep.equal({
        status: 3,
        npm: undefined,
        message: "1=2 --grep a b",
      });
      const { status } = await runOn({ node }, "exit 1", ["killed.mjs"]);
      expect(status).to.equal(node === "24.0.0" ? null : 128 + 9);
    });
  }
});
