import { existsSync } from "node:fs";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { quietStep } from "../../../scripts/shared/commandLine/step.ts";
import { requestWorld, serveControl, socketPath } from "../../../scripts/shared/worldControl.ts";
import { runWorld } from "../../../scripts/world/command/runWorld.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";
import { runScript } from "../../support/commands/runScript.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const environment = { PATH: process.env.PATH ?? "" };
/** Ports for a start that is expected to fail earlier. */
const freePorts = ["--port", "45173", "--api-port", "43000", "--chain-port", "48545"];
const npmRunWorld = (cwd: string, ...args: string[]) =>
  runInProcess((output) => runWorld(args, join(cwd, ".world"), output, quietStep));

describe("npm run world, without a running world", () => {
  let root: string;
  beforeEach(async () => {
    root = await temporaryFolder();
  });

  it("prints how to start a world", async () => {
    const { status, stderr } = await npmRunWorld(root, "reset");
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

  it("answers a misspelled command with the closest one, and a control with its words", async () => {
    const misspelled = await npmRunWorld(root, "tiem");
    expect(misspelled.status).to.equal(2);
    expect(misspelled.stderr).to.contain("Unknown command: tiem. Did you mean time?\n\nUsage");
    const short = await npmRunWorld(root, "time");
    expect(short.status).to.equal(2);
    expect(short.stderr).to.contain("Use time TIME.").and.contain("Usage");
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

  it("reports that the command failed or the world stopped", async () => {
    const directory = join(root, ".world");
    await mkdir(directory);
    const failureOf = async (work: (stop: () => Promise<void>) => Promise<never>) => {
      const stop: () => Promise<void> = await serveControl(directory, () => work(stop));
      const failure = await requestWorld(directory, { command: "reset" }).catch(String);
      await stop();
      return failure;
    };
    expect(await failureOf(() => Promise.reject(new Error("The disk is full.")))).to.equal(
      "Error: The disk is full.",
    );
    const stopped = await failureOf(async (stop) => {
      await stop();
      throw new Error("nobody reads this");
    });
    expect(stopped).to.equal(
      "Error: The world stopped before the command finished. Start it again: npm start",
    );
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
