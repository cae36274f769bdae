import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { quietStep, type RunStep } from "../../../scripts/shared/commandLine/step.ts";
import { runWorldCommand } from "../../../scripts/world/command/commands.ts";
import { requestWorld, serveControl, socketPath } from "../../../scripts/world/command/control.ts";
import { runWorld } from "../../../scripts/world/command/runWorld.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";
import { runScript } from "../../support/commands/runScript.ts";
import { startScenarioWorld } from "../../support/world/scenarioWorld.ts";

const environment = { PATH: process.env.PATH ?? "" };
/** Ports for a start that is expected to fail earlier. */
const freePorts = ["--port", "45173", "--api-port", "43000", "--chain-port", "48545"];
const npmRunWorld = (cwd: string, ...args: string[]) =>
  runInProcess((output) => runWorld(args, join(cwd, ".world"), output, quietStep));

describe("npm run world", () => {
  describe("without a running world", () => {
    let root: string;
    beforeEach(async () => {
      root = await mkdtemp(join(tmpdir(), "fringe-drifters-control-"));
    });
    afterEach(() => rm(root, { recursive: true }));

    it("prints how to start a world", async () => {
      const command = { cwd: root, environment };
      const { status, stderr } = await runScript("scripts/world/world.ts", ["reset"], command);
      expect(status).to.equal(1);
      expect(stderr.trim()).to.equal(
        "No world is running here. Start one in another terminal: npm start",
      );
    });

    it("lists scenarios and snapshots", async () => {
      const { status, stdout } = await npmRunWorld(root, "list");
      expect(status).to.equal(0);
      expect(stdout).to.contain("disputed-stories").and.contain("none yet");
    });

    it("prints its usage for an unknown command", async () => {
      for (const args of [
        ["begin"],
        ["time"],
        ["save"],
        ["load", "a", "b"],
        ["reset", "a"],
        ["--what"],
      ]) {
        const { status } = await npmRunWorld(root, ...args);
        expect(status, args.join(" ")).to.equal(2);
      }
    });

    it("replaces the socket of a killed world, and allows one world and its user per socket", async () => {
      const directory = join(root, ".world");
      await mkdir(directory);
      await writeFile(socketPath(directory), "");
      const stop = await serveControl(directory, async ({ command }) => `${command} done`);
      try {
        expect(await requestWorld(directory, { command: "reset" })).to.equal("reset done");
        const second = await serveControl(directory, async () => "").catch((error) => error);
        expect(String(second)).to.contain("Another npm start is running the world");
        const { mode } = await stat(socketPath(directory));
        expect((mode & 0o777).toString(8)).to.equal("600");
      } finally {
        await stop();
      }
    });

    it("ends the step in which the command failed or the world stopped", async () => {
      const directory = join(root, ".world");
      await mkdir(directory);
      const failureOf = async (work: (stop: () => Promise<void>) => Promise<never>) => {
        const stop: () => Promise<void> = await serveControl(directory, (_, step) =>
          step("Copy the stories", () => work(stop)),
        );
        const failures: string[] = [];
        const shown: RunStep = (title, run) =>
          run(() => undefined).catch((error) => {
            failures.push(`${title}: ${error.message}`);
            throw error;
          });
        const outcome = await requestWorld(directory, { command: "reset" }, shown).catch(String);
        await stop();
        return [...failures, outcome];
      };
      expect(await failureOf(() => Promise.reject(new Error("The disk is full.")))).to.deep.equal([
        "Copy the stories: The disk is full.",
        "Error: The disk is full.",
      ]);
      const stopped = await failureOf(async (stop) => {
        await stop();
        throw new Error("nobody reads this");
      });
      const text = "The world stopped before the command finished. Start it again: npm start";
      expect(stopped).to.deep.equal([`Copy the stories: ${text}`, `Error: ${text}`]);
    });

    it("rejects npm start --fresh while a world runs", async () => {
      const directory = join(root, ".world");
      await mkdir(directory);
      const file = join(directory, "a-file");
      await writeFile(file, "");
      const stop = await serveControl(directory, async () => "");
      try {
        const { status, stderr } = await runScript(
          "scripts/world/start.ts",
          ["--fresh", ...freePorts],
          {
            cwd: root,
            environment: { ...environment, HARDHAT_CONFIG: resolve("hardhat.config.ts") },
          },
        );
        expect(stderr).to.contain("Another npm start is running the world");
        expect(status).to.equal(1);
        expect(existsSync(file)).to.equal(true);
      } finally {
        await stop();
      }
    });
  });

  describe("with a running world", () => {
    let stage: Awaited<ReturnType<typeof startScenarioWorld>>;
    let stop: () => Promise<void>;
    before(async () => {
      stage = await startScenarioWorld("fresh");
      const { directory } = stage;
      stop = await serveControl(directory, async (request, step) => {
        const outcome = await runWorldCommand(request, { world: stage.world(), directory }, step);
        stage.replace(outcome.world);
        return outcome.text;
      });
    });
    after(async () => {
      await stop?.();
      await stage?.close();
    });

    it("saves, loads and resets the world, and prints the result", async () => {
      await stage.world().contract.adjustPhases("Dust", 1, 11);
      const saved = await npmRunWorld(stage.root, "save", "with-dust");
      expect(saved.stdout).to.contain('Saved "with-dust": 2 blocks, 0 drifters');
      expect((await npmRunWorld(stage.root, "list")).stdout).to.contain("\n  with-dust");
      const fresh = await npmRunWorld(stage.root, "load", "fresh");
      expect(fresh.stdout)
        .to.contain('The world is "fresh" after')
        .and.contain("Clear activity tab data");
      expect(await phaseEnd()).to.equal(0n);
      await npmRunWorld(stage.root, "load", "with-dust");
      expect(await phaseEnd()).to.equal(11n);
      await stage.world().contract.adjustPhases("Dust", 1, 21);
      const reset = await npmRunWorld(stage.root, "reset");
      expect(reset.stdout).to.contain('The world is "with-dust" after');
      expect(await phaseEnd()).to.equal(11n);
    });

    it("rejects unknown names, and lists the known ones", async () => {
      const unknown = await npmRunWorld(stage.root, "load", "nobody");
      expect(unknown.status).to.equal(1);
      expect(unknown.stderr).to.contain('scenario or snapshot "nobody"').and.contain("mid-sale");
      for (const name of ["../out", "Upper", "fresh"]) {
        const { status, stderr } = await npmRunWorld(stage.root, "save", name);
        expect(status, name).to.equal(1);
        expect(stderr).to.contain("Choose another name");
      }
    });

    describe("controls the chain", () => {
      let first: number;
      let begun: number;
      before(async () => {
        await npmRunWorld(stage.root, "load", "fresh");
        ({ number: first, timestamp: begun } = await latest());
      });

      const node = () => stage.world().chain.ethers.provider;
      const latest = async () => {
        const { number = 0, timestamp = 0 } = (await node().getBlock("latest")) ?? {};
        return { number, timestamp };
      };
      const control = async (...words: string[]) => {
        const { status, stdout, stderr } = await npmRunWorld(stage.root, ...words);
        return { status, text: `${stdout}${stderr}`.trim() };
      };
      const done = (text: string) => ({ status: 0, text });
      const rejected = (text: string) => ({ status: 1, text });

      it("moves time and mines blocks, only forward", async () => {
        expect(await control("snapshot")).to.deep.equal(
          done(`Snapshot 1 is of block ${first}. Return to it with revert 1.`),
        );
        await control("time", "+1d");
        expect(await latest()).to.deep.equal({ number: first + 1, timestamp: begun + 86_400 });
        const past = await control("time", "2001-01-01");
        expect(past.status).to.equal(1);
        expect(past.text).to.match(/^Time only moves forward: the latest block is of \d{4}-/);
        expect(await control("time", "2030-01-01T12:00")).to.deep.equal(
          done(`The latest block is ${first + 2}, of 2030-01-01 12:00:00 UTC.`),
        );
        await control("mine", "3");
        await control("block", String(first + 9));
        expect((await latest()).number).to.equal(first + 9);
        expect(await control("block", String(first + 9))).to.deep.equal(
          rejected(
            `The latest block is ${first + 9} already. Choose a higher number, or revert to a snapshot.`,
          ),
        );
        expect((await control("block", String(first + 1_000_010))).text).to.contain(
          "at most 1000000 are mined at once",
        );
      });
    });

    const phaseEnd = async () => (await stage.world().contract.AllPhases("Dust")).endPoint;
  });
});
