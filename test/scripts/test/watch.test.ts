import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { expect } from "chai";
import { compileCache } from "../../../scripts/shared/cacheFolders.ts";
import { childEnvironment } from "../../../scripts/shared/childEnvironment.ts";
import { copyProject } from "../../../scripts/shared/copyProject.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const contract = "contracts/PhasedCollection.sol";

/** Files that neither the compiler nor the tests of contracts need. */
const unused = /^(docs|web|test\/(api|docs|e2e|fringeDrifters|scripts|web))\//;

/** Starts the command in a copy of the project. */
async function startWatch(cwd: string) {
  const child = spawn(process.execPath, ["scripts/test/watch.ts"], {
    ...{ cwd, env: childEnvironment({ NODE_COMPILE_CACHE: compileCache }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = new PassThrough();
  // Neither stream ends the output, because both write to it.
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const closed = once(child, "close").finally(() => output.end());
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  async function says(wanted: RegExp): Promise<string[]> {
    const read: string[] = [];
    for (;;) {
      const { done, value } = await lines.next();
      if (done) throw new Error(`Not printed: ${wanted}\n${read.join("\n")}`);
      read.push(value);
      if (wanted.test(value)) return read;
    }
  }
  await says(/^Watching/);
  return { says, closed, interrupt: () => child.kill("SIGINT"), kill: () => child.kill("SIGKILL") };
}

describe("npm run watch", () => {
  let cwd: string;
  let watch: Awaited<ReturnType<typeof startWatch>> | undefined;

  before(async () => {
    cwd = await temporaryFolder();
    await copyProject(cwd, unused);
  });
  after(() => watch?.kill());

  it("runs a saved test, none while a contract does not compile, and ends while compiling", async () => {
    const source = await readFile(join(cwd, contract), "utf8");
    watch = await startWatch(cwd);
    const test = `describe("It", () => { it("is saved", () => {}); });`;
    await writeFile(join(cwd, "test/saved.test.ts"), test);
    const passed = await watch.says(/^1 passed, 0 failed/);
    expect(passed.join("\n")).to.contain("✔ is saved");

    await writeFile(join(cwd, contract), `${source}\nerror`);
    const failed = await watch.says(/^Not compiled, after [\d.]+ s: no tests were run\.$/);
    expect(failed.join("\n"))
      .to.match(/ParserError/)
      .and.not.match(/passed/);

    await writeFile(join(cwd, contract), source);
    await watch.says(/^Compiled in/);
    await writeFile(join(cwd, contract), `${source}\n`);
    await watch.says(/^Compiling/);
    watch.interrupt();
    expect(await watch.closed).to.deep.equal([0, null]);
  });
});
