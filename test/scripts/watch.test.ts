import type { ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import hre from "hardhat";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import config from "../../hardhat.config.ts";
import type { WorkerMessage } from "../../scripts/test/messages.ts";
import type { WorkerTask } from "../../scripts/test/workerTask.ts";
import { CompileError, compileWarm } from "../../scripts/watch/compileWarm.ts";
import { SpareWorkers } from "../../scripts/watch/spareWorkers.ts";
import { WarmCompiler } from "../../scripts/watch/warmCompiler.ts";
import { Watch } from "../../scripts/watch/watch.ts";

const unitTest = "test/web/isOwner.test.ts";
const contract = "contracts/mocks/MuteContract.sol";

describe("npm run watch", () => {
  let folder: string;
  let lines: string[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "fringe-drifters-watch-"));
    lines = [];
  });
  afterEach(() => rm(folder, { recursive: true }));

  function watchWith(workers: SpareWorkers, compile = async () => {}): Watch {
    const say = (text: string) => lines.push(...text.split("\n"));
    const sources = new Map([
      [unitTest, ""],
      ["contracts/Broken.sol", ""],
      ["test/contracts/Broken.t.sol", 'import "../../contracts/Broken.sol";'],
    ]);
    return new Watch({
      contracts: { compile, cancel: async () => {} },
      workers,
      output: { log: say, error: say },
      logs: folder,
      readSources: async () => sources,
    });
  }

  it("runs a saved unit test in a process that has loaded the libraries before", async () => {
    const workers = new SpareWorkers(process.env, ["mocha"]);
    workers.prepare();
    await watchWith(workers).change([unitTest]);
    workers.close();
    expect(lines[1]).to.equal(`${unitTest}: 1 file of tests`);
    expect(lines[2]).to.match(
      /^✔ 3 passed, 0 failed in [\d.]+ s, the first result after [\d.]+ s$/,
    );
  });

  describe("with processes that answer at once", () => {
    let tasks: WorkerTask[];
    let answers: WorkerMessage[];

    /** Answers each task with `answers`. */
    class AnsweringWorkers extends SpareWorkers {
      override take(): ChildProcess {
        const child = Object.assign(new EventEmitter(), {
          send(task: WorkerTask) {
            tasks.push(task);
            queueMicrotask(() => {
              for (const each of [...answers, { type: "finished", left: [] }])
                child.emit("message", each);
              child.emit("close", 0);
            });
          },
        });
        // Safety: startWorker uses no other part of a process.
        return child as unknown as ChildProcess;
      }
      override prepare(): void {}
    }
    const workers = () => new AnsweringWorkers({}, []);

    beforeEach(() => {
      tasks = [];
      answers = [];
    });

    it("prints a failure with the command that repeats it, and runs only the failed test after f", async () => {
      const watch = watchWith(workers());
      await watch.runFailed();
      expect(lines.splice(0)).to.deep.equal(["No test has failed."]);
      answers = [
        { type: "failed", file: unitTest, title: "isOwner (any) is right", report: "No." },
      ];
      await watch.change([unitTest]);
      expect(lines.slice(2, -1)).to.deep.equal([
        "✘ isOwner (any) is right",
        "  No.",
        `  npm test -- ${unitTest} --grep 'isOwner \\(any\\) is right'`,
        "",
      ]);
      expect(lines.at(-1)).to.match(/^✘ 0 passed, 1 failed in /);
      await watch.runFailed();
      expect(tasks.at(-1)).to.deep.equal({
        kind: "mocha",
        files: [unitTest],
        grep: "isOwner \\(any\\) is right",
      });
    });

    it("runs all tests in processes that end even while they compile, and then the failed ones after f", async () => {
      const failure = { type: "failed", file: unitTest, title: "isOwner", report: "No." };
      const script = `
        process.on("SIGTERM", () => {});
        process.send(${JSON.stringify(failure)}, () =>
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`;
      const watch = watchWith(workers());
      const child = await watch.runAll(process.env, ["--eval", script]);
      await once(child, "message");
      const [[, signal]] = await Promise.all([once(child, "close"), watch.runFailed()]);
      expect(signal).to.equal("SIGKILL");
      expect(tasks.map(({ files, grep }) => ({ files, grep }))).to.deep.equal([
        { files: [unitTest], grep: "isOwner" },
      ]);
    });

    it("prints the compiler's message, and runs the same tests with the next change", async () => {
      let isBroken = true;
      const watch = watchWith(workers(), async () => {
        if (isBroken) throw new CompileError("Broken.sol: expected ;");
      });
      await watch.change(["contracts/Broken.sol"]);
      expect(lines.at(-1)).to.equal("Broken.sol: expected ;");
      isBroken = false;
      await watch.change([unitTest]);
      expect(tasks.map(({ kind }) => kind)).to.have.members(["solidity", "mocha"]);
    });
  });

  it("compiles a contract to the same code as npx hardhat build", async () => {
    const paths = { artifacts: join(folder, "artifacts") };
    const own = await createHardhatRuntimeEnvironment({ ...config, paths }, {}, process.cwd());
    const compiler = new WarmCompiler();
    await compileWarm(own, compiler, [contract]);
    await compiler.close();
    const { bytecode } = await own.artifacts.readArtifact("MuteContract");
    const built = await hre.artifacts.readArtifact("MuteContract");
    expect(withoutMetadata(bytecode)).to.equal(withoutMetadata(built.bytecode));
  });
});

/** The metadata at the end, 53 bytes, has a hash that depends on the files that are compiled together. */
function withoutMetadata(code: string): string {
  return code.slice(0, -2 * 53);
}
