import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";

const script = join(import.meta.dirname, "../../scripts/bootstrap.mjs");

describe("the installation before npm start, where nothing is installed", () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "fringe-drifters-bootstrap-"));
    await mkdir(join(root, "scripts"));
    await mkdir(join(root, "bin"));
    await cp(script, join(root, "scripts/bootstrap.mjs"));
    await writeFile(join(root, "package.json"), '{ "devDependencies": { "node": "24.0.0" } }');
    await writeFile(join(root, "package-lock.json"), '{ "packages": {} }');
  });
  afterEach(() => rm(root, { recursive: true }));

  interface Machine {
    node?: string;
    freeMegabytes?: number;
    /** Code with which `npm ping` fails. */
    ping?: string;
  }

  /** Runs the installation on a machine where npm prints its arguments and fails to install. */
  async function install({ node = process.versions.node, freeMegabytes = 5_000, ping }: Machine) {
    const machine = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
      Object.defineProperty(process, "versions", { value: { node: "${node}" } });
      fs.statfsSync = () => ({ blocks: 9e6, bavail: ${freeMegabytes}, bsize: 1e6 });
      syncBuiltinESMExports();`;
    const npm = `#!/bin/sh
      case "$1" in
        ping) ${ping === undefined ? "exit 0" : `echo "npm error code ${ping}" >&2; exit 1`} ;;
        *) echo "npm $*"; exit 1 ;;
      esac`;
    await writeFile(join(root, "bin/npm"), npm);
    await chmod(join(root, "bin/npm"), 0o755);
    const start = ["--import", `data:text/javascript,${encodeURIComponent(machine)}`];
    const child = spawn(process.execPath, [...start, join(root, "scripts/bootstrap.mjs")], {
      env: { PATH: `${join(root, "bin")}:/usr/bin:/bin` },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "exit"),
    ]);
    expect(status).to.equal(1);
    return { npm: stdout.match(/^npm .*$/m)?.[0], message: stderr.trim() };
  }

  it("names the Node that it needs, on an older one", async () => {
    expect(await install({ node: "18.20.8" })).to.deep.equal({
      npm: undefined,
      message:
        'Fringe Drifters needs Node 20 or newer, and this is 18.20.8: install a newer one, for example with "nvm install", then run the same command again.',
    });
  });

  it("states the disk space that is missing", async () => {
    expect(await install({ freeMegabytes: 750 })).to.deep.equal({
      npm: undefined,
      message: `The packages need 1000 MB, and the disk of ${root} has 750 MB left: free some space, then run the same command again.`,
    });
  });

  it("tries npm's cache if the registry cannot be reached, then asks for a connection", async () => {
    expect(await install({ ping: "ENOTFOUND" })).to.deep.equal({
      npm: "npm ci --no-audit --no-fund --loglevel=error --offline",
      message:
        "The npm registry cannot be reached, and npm's cache does not have all packages: connect to the internet, then run the same command again.",
    });
  });

  it("refers to npm's message if npm fails for another reason, also with a registry that knows no ping", async () => {
    for (const machine of [{}, { ping: "E404" }]) {
      expect(await install(machine)).to.deep.equal({
        npm: "npm ci --no-audit --no-fund --loglevel=error",
        message:
          "npm could not install the packages: correct what its message above names, then run the same command again.",
      });
    }
  });
});
