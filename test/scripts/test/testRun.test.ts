import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect } from "chai";
import { findImportersOf } from "../../../scripts/test/runner/testFiles.ts";
import { runScript } from "../../support/commands/runScript.ts";

const root = join(import.meta.dirname, "../../..");

/** Runs `npm test` in a child process. */
async function runTestCommand(...args: string[]) {
  const outcome = await runScript("scripts/test/test.ts", args, { cwd: root, environment: {} });
  return { status: outcome.status, output: outcome.stdout + outcome.stderr };
}

describe("npm test", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "collection-failing-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Writes a test file with one suite and returns its path relative to the project's root. */
  async function writeTests(name: string, source: string): Promise<string> {
    await writeFile(join(folder, name), `describe("It", () => { ${source} });`);
    return relative(root, join(folder, name));
  }

  it("runs no test without git, and reports how to install it", async () => {
    const args = [
      process.execPath,
      ["scripts/test/test.ts", "test/docs/references.test.ts"],
    ] as const;
    const run = spawnSync(...args, { cwd: root, env: { PATH: folder }, encoding: "utf8" });
    expect(run.status).to.equal(1);
    expect(run.stdout + run.stderr).to.equal(
      "Some tests list files with git, which fails here: spawnSync git ENOENT\nInstall git and run the tests in a clone, then run the same command again.\n",
    );
  });

  it("selects for the soak all files that import randomized tests, even indirectly", () => {
    const files = findImportersOf("test/support/search.ts");
    expect(files).to.include.members([
      "test/scripts/lab/crash.test.ts",
      "test/api/hostile/bodies.test.ts",
    ]);
    expect(files).not.to.include("test/scripts/test/testRun.test.ts");
  });

  it("ends after its tests while npm run watch, which told it to run, goes on", async () => {
    const passing = "test/scripts/test/firstTests.test.ts";
    const run = fork("scripts/test/test.ts", [passing], { cwd: root, silent: true });
    const ended = once(run, "exit");
    run.send("compiled");
    expect(await ended.finally(() => run.kill())).to.deep.equal([0, null]);
    expect(run.connected).to.equal(false);
  });

  it("exits with 1 if a test or a process fails, or no test matches", async () => {
    const failing = await writeTests(
      "failing.test.ts",
      `it("isn't (green)", () => { throw new Error("as it should"); });`,
    );
    const passing = await writeTests("passing.test.ts", `it("is green", () => {});`);
    const lost = await writeTests("lost.test.ts", `it("takes it along", () => process.exit(3));`);

    const { status, output } = await runTestCommand(folder, "--workers", "1");
    expect(status).to.equal(1);
    expect(output).to.contain("as it should");
    expect(output).to.contain(`npm test -- ${failing} --grep 'It isn'\\''t \\(green\\)'`);
    expect(output).to.contain(`The process that ran ${lost} ended with status 3.`);
    expect(output).to.contain(`Did not run: ${passing}\n`);
    expect(output).to.match(/^0 passed, 2 failed in [\d.]+ s/m);
    const late = await writeTests(
      "late.test.ts",
      `it("is green", () => process.once("exit", () => { process.exitCode = 4; }));`,
    );
    expect(await runTestCommand(late))
      .to.deep.include({ status: 1 })
      .and.property("output")
      .contain("ended with status 4 after its tests");
    expect((await runTestCommand(passing, "--grep", "no such")).status).to.equal(1);
  });
});
