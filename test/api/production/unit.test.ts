import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { readSettings } from "../../../api/src/settings/settings.ts";
import { readUnitEnvironment } from "../../../scripts/lab/service/nginx.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const root = join(import.meta.dirname, "../../..");
const analyze = "/usr/bin/systemd-analyze";

describe("api/production/site@.service", () => {
  let unit: string;
  before(async () => {
    unit = await readFile(join(root, "api/production/site@.service"), "utf8");
  });
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";

  it("runs each process on its own loopback ports, behind one proxy", async () => {
    const settings = readSettings(await readUnitEnvironment(3002));
    expect(settings).to.include({
      port: 3002,
      metricsPort: 13_002,
      host: "127.0.0.1",
      trustProxyHops: 1,
    });
  });

  it("allows a process enough time to shut down before it is killed", async () => {
    const { drainMilliseconds, shutdownMilliseconds } = readSettings(
      await readUnitEnvironment(3001),
    );
    const maxStopMilliseconds = drainMilliseconds + shutdownMilliseconds + 15_000;
    expect(Number(setting("TimeoutStopSec")) * 1_000).to.be.above(maxStopMilliseconds);
  });

  it("limits a process's memory and number of tasks", () => {
    expect([setting("MemoryMax"), setting("TasksMax")]).to.deep.equal(["2G", "256"]);
  });

  it("starts the build's service with the system's Node", () => {
    expect(setting("ExecStart")).to.equal("/usr/bin/node --enable-source-maps server.js");
  });

  it("passes systemd-analyze verify", async function () {
    if (!existsSync(analyze)) return this.skip();
    const folder = await temporaryFolder();
    // systemd checks that the program exists, but this machine lacks it.
    const known = unit.replace(
      /^ExecStart=\S+/m,
      () => `ExecStart="${process.execPath.replaceAll("%", "%%")}"`,
    );
    await writeFile(join(folder, "site@.service"), known);
    const verify = ["verify", "--man=no", "./site@3001.service"];
    const { stdout, stderr } = await promisify(execFile)(analyze, verify, { cwd: folder });
    expect(stdout + stderr).to.equal("");
  });
});
