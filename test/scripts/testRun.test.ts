import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { mock } from "node:test";
import { expect } from "chai";
import { UsageError } from "../../scripts/shared/commandLine/usageError.ts";
import { readOptions } from "../../scripts/test/options.ts";
import { shareOut } from "../../scripts/test/shares.ts";
import { startWorker } from "../../scripts/test/startWorker.ts";
import { commandFor, summarize } from "../../scripts/test/summary.ts";
import { findTestFiles } from "../../scripts/test/testFiles.ts";
import { testTimeoutMilliseconds } from "../../scripts/test/testTimeout.ts";

const logs = join(tmpdir(), `fringe-drifters-test-logs-${process.pid}`);
const root = join(import.meta.dirname, "..", "..");

/** Runs `npm test` in a child process. */
function runTestCommand(...args: string[]): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["scripts/test.ts", "--logs", logs, ...args],
      { cwd: root, env: { ...process.env, NO_COLOR: "1" } },
      (error, stdout, stderr) => {
        resolve({ status: Number(error?.code ?? 0), output: stdout + stderr });
      },
    );
  });
}

describe("npm test", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "fringe-drifters-failing-"));
  });
  after(() => {
    for (const each of [folder, logs]) rmSync(each, { recursive: true, force: true });
  });

  it("exits with 1 if a test failed, and ignores files that are not tests", async () => {
    const [failing, passing, lost] = ["failing", "passing", "lost"].map((name) =>
      relative(root, join(folder, `${name}.test.ts`)),
    ) as [string, string, string];
    const test = (title: string, body: string) => `it("${title}", async () => {\n  ${body}\n});\n`;
    const failures = [test("isn't green", 'throw new Error("as it should");')];
    await writeFile(join(root, failing), failures.join(""));
    await writeFile(join(root, passing), test("is green", ""));
    await writeFile(join(root, lost), test("takes its process along", "process.exit(3);"));

    const { status, output } = await runTestCommand(folder, "--workers", "2");

    expect(status).to.equal(1);
    expect(output).to.contain("as it should");
    expect(output).to.contain(`npm test -- ${failing} --grep 'isn'\\''t green'`);
    expect(output).to.contain(`The process that ran ${lost} ended with status 3.`);
    expect(output).to.match(/^1 passed, 2 failed in [\d.]+ s/m);
    expect((await runTestCommand(passing)).status).to.equal(0);
  });

  it("runs the tests after a timeout once, in a new process", async () => {
    const file = relative(root, join(folder, "late.test.ts"));
    await writeFile(
      join(root, file),
      `let isLate = false;
      const pass = () => { if (isLate) throw new Error("The process is the same."); };
      const wait = function () { this.timeout(1); isLate = true; return new Promise(() => {}); };
      describe("a suite", () => {
        it("passes before", pass);
        it("waits forever", wait);
        it("passes after", pass);
      });
      describe("a suite whose hook waits forever", () => {
        before(wait);
        it("does not run", pass);
      });
      describe("a last suite", () => it("passes", pass));`,
    );
    const { output } = await runTestCommand(file);
    expect(output).to.match(/^3 passed, 2 failed in/m);
    expect(output).to.contain("✘ a suite waits forever\n");
    expect(output).to.contain('✘ a suite whose hook waits forever "before all" hook');
  });

  it("ends a blocked process, names its file, and runs the other files in a new process", async () => {
    const blocked = relative(root, join(folder, "blocked.test.ts"));
    const next = relative(root, join(folder, "next.test.ts"));
    const test = (body: string) => `describe("a suite", () => { it("runs", () => { ${body} }); });`;
    await writeFile(join(root, blocked), test("for (;;);"));
    await writeFile(join(root, next), test(""));
    await mkdir(logs, { recursive: true });
    const results: string[] = [];
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const task = { kind: "components", files: [blocked, next] } as const;
      await startWorker(task, join(logs, "blocked.log"), (message) => {
        if (message.type === "passed") results.push(`${message.file} passed`);
        if (message.type === "failed") results.push(message.title);
        const isBlocked = message.type === "fileStarted" && message.file === blocked;
        if (isBlocked) mock.timers.tick(testTimeoutMilliseconds);
      });
    } finally {
      mock.timers.reset();
    }
    expect(results).to.deep.equal([
      `The process that ran ${blocked} was blocked for 5 minutes.`,
      `${next} passed`,
    ]);
  });

  it("exits with 2 on invalid usage, and prints the reason", async () => {
    const { status, output } = await runTestCommand("test/nowhere");
    expect(output).to.equal("test/nowhere: there is no such file or folder.\n");
    expect(status).to.equal(2);
  });

  it("lists the titles of all tests, including Solidity tests, without running them, and fails if there are none", async () => {
    const { output } = await runTestCommand("test/contracts/properties", "--list");
    const lines = output.trimEnd().split("\n");
    expect(lines).to.deep.equal(lines.toSorted());
    expect(output).to.match(/^test\/contracts\/properties\/Money\.t\.sol\tMoneyTest test\w+$/m);
    expect(output).to.match(/^test\/contracts\/properties\/properties\.test\.ts\t.+$/m);
    const { status } = await runTestCommand("test/web/isOwner.test.ts", "--grep", "no such");
    expect(status).to.equal(1);
  });
});

describe("the option parser of npm test", () => {
  const wrong = [
    [["--workers", "0"], "--workers takes a whole number from 1 to 64, not 0."],
    [["--workers", "many"], "--workers takes a whole number from 1 to 64, not many."],
    [["--grep", "("], "--grep takes a regular expression."],
    [["--record", "test/api"], "--record needs a run of all tests"],
    [["--fast"], "Unknown option '--fast'"],
  ] as const;
  for (const [args, words] of wrong) {
    it(`refuses ${args.join(" ")}`, () => {
      expect(() => readOptions([...args])).to.throw(UsageError, words);
    });
  }

  it("runs component tests in a process of their own", async () => {
    const page = "test/web/components/portrait.test.tsx";
    const paths = ["test/web/isOwner.test.ts", page, "test/contracts/properties/Money.t.sol", page];
    expect(await findTestFiles(paths)).to.deep.equal({
      mocha: ["test/web/isOwner.test.ts"],
      solidity: ["test/contracts/properties/Money.t.sol"],
      components: [page],
    });
  });

  it("refuses a file that is not a test", async () => {
    const failure = await findTestFiles(["README.md"]).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(UsageError);
  });
});

describe("shareOut", () => {
  const durations = { long: 9, middle: 5, short: 3, shorter: 2 };

  it("splits files deterministically into shares of similar duration", () => {
    const files = ["short", "long", "shorter", "middle"];
    expect(shareOut(files, durations, 2)).to.deep.equal([["long"], ["middle", "short", "shorter"]]);
    expect(shareOut(files.toReversed(), durations, 2)).to.deep.equal(shareOut(files, durations, 2));
  });

  it("assumes the average duration for an unknown file", () => {
    expect(shareOut(["long", "new", "short"], durations, 2)).to.deep.equal([
      ["long"],
      ["new", "short"],
    ]);
  });

  it("keeps page tests to half of the shares", () => {
    const pages = ["test/web/pages/a.test.ts", "test/web/pages/b.test.ts"];
    expect(shareOut([...pages, "short"], durations, 2)).to.deep.equal([["short"], pages]);
    expect(shareOut([...pages, "short"], durations, 3)).to.deep.equal([
      ["short"],
      ["test/web/pages/a.test.ts"],
      ["test/web/pages/b.test.ts"],
    ]);
    const many = [...pages, ...["c", "d"].map((name) => `test/web/pages/${name}.test.ts`)];
    expect(
      shareOut([...many, "short"], durations, 5)
        .slice(0, 2)
        .flat(),
    ).to.deep.equal(["short"]);
    expect(shareOut(pages, durations, 2)).to.deep.equal([[pages[0]], [pages[1]]]);
  });

  it("creates no share without a file", () => {
    const instant = { a: 0, b: 0, c: 0 };
    expect(shareOut(["a", "b", "c"], instant, 3)).to.deep.equal([["a"], ["b"], ["c"]]);
    expect(shareOut(["long"], durations, 4)).to.deep.equal([["long"]]);
    expect(shareOut([], durations, 4)).to.deep.equal([]);
  });
});

describe("commandFor", () => {
  it("names the suite for a failed hook", () => {
    const title = 'stories "before each" hook for "saves (again)"';
    expect(commandFor({ file: "test/a.test.ts", title })).to.equal(
      "npm test -- test/a.test.ts --grep 'stories'",
    );
  });

  it("escapes the special characters of a title", () => {
    expect(commandFor({ file: "test/a.test.ts", title: "[S1.2] (a|b)" })).to.equal(
      "npm test -- test/a.test.ts --grep '\\[S1\\.2\\] \\(a\\|b\\)'",
    );
  });
});

describe("summarize", () => {
  const costs = ["a", "b", "c", "d", "e", "f"].map((file, index) => ({
    tests: 2,
    file,
    wallSeconds: 10 - index,
  }));

  it("prints the five slowest files, the counts and the time", () => {
    const tally = { passed: 12, failed: 1, skipped: 0, costs };
    const lines = summarize(tally, { wallSeconds: 61.24, cpuSeconds: 100.4 }).trim().split("\n");
    expect(lines.slice(0, 2)).to.deep.equal(["Slowest files:", "  10.0 s  a (2 tests)"]);
    expect(lines.filter((line) => line.includes("(2 tests)"))).to.have.lengthOf(5);
    expect(lines.at(-1)).to.equal("12 passed, 1 failed in 61.2 s, 100 s of CPU");
  });

  it("counts skipped tests if there are any", () => {
    const tally = { passed: 1, failed: 0, skipped: 1, costs: [] };
    expect(summarize(tally, { wallSeconds: 1, cpuSeconds: undefined }).trim()).to.equal(
      "1 passed, 0 failed, 1 skipped in 1.0 s",
    );
  });
});
