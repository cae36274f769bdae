import { existsSync } from "node:fs";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { quietStep } from "../../../scripts/shared/commandLine/step.ts";
import {
  type ControlRequest,
  sendControl,
  serveControl,
  socketPath,
} from "../../../scripts/shared/worldControl.ts";
import { runWorld } from "../../../scripts/world/command/runWorld.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";
import { runScript } from "../../support/commands/runScript.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const environment = { PATH: process.env.PATH ?? "" };
/** Unused ports: the start fails before it opens them. */
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

  it("sends its arguments and options to the running world", async () => {
    const directory = join(root, ".world");
    await mkdir(directory);
    const requests: unknown[] = [];
    const stop = await serveControl(directory, async (request) => {
      requests.push(request);
      return "Done.";
    });
    const contract = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const options = [
      ...["--contract", contract.toLowerCase(), "--block", "7", "--replace-code"],
      ...[
        "--stories",
        "https://site.example/stories",
        "--gateway",
        "https://gateway.example/ipfs/",
      ],
    ];
    try {
      for (const words of [
        ["reset"],
        ["save", "one"],
        ["load", "two"],
        ["time", "+1d"],
        ["fork", "https://node.example/v2/key"],
        ["fork", "http://node.example", ...options],
      ]) {
        expect(await npmRunWorld(root, ...words)).to.deep.equal({
          status: 0,
          stdout: "\nDone.\n",
          stderr: "",
        });
      }
    } finally {
      await stop();
    }
    expect(requests).to.deep.equal([
      { command: "reset" },
      { command: "save", name: "one" },
      { command: "load", name: "two" },
      { command: "chain", positionals: ["time", "+1d"] },
      { command: "fork", rpcUrl: "https://node.example/v2/key", replacesCode: false },
      {
        ...{ command: "fork", rpcUrl: "http://node.example/", blockNumber: 7, contract },
        ...{
          stories: "https://site.example",
          gateway: "https://gateway.example/ipfs/",
          replacesCode: true,
        },
      },
    ]);
  });

  it("replaces a killed world's socket, and allows one world and one user per socket", async () => {
    const directory = join(root, ".world");
    await mkdir(directory);
    await writeFile(socketPath(directory), "");
    const stop = await serveControl(directory, async ({ command }) => `${command} done`);
    try {
      expect(await sendControl(directory, { command: "reset" })).to.equal("reset done");
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
      const failure = await sendControl(directory, { command: "reset" }).catch(String);
      await stop();
      return failure;
    };
    expect(await failureOf(() => Promise.reject(new Error("The disk is full.")))).to.equal(
      "Error: The disk is full.",
    );
    const stop = await serveControl(directory, async () => "Done.");
    // Safety: simulates a command from a different version.
    const unknown = { command: "dance" } as unknown as ControlRequest;
    expect(await sendControl(directory, unknown).catch(String)).to.equal(
      "Error: The running npm start is a different version without this command. Restart it.",
    );
    await stop();
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
