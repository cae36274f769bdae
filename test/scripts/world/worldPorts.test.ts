import { once } from "node:events";
import { createServer } from "node:net";
import { expect } from "chai";
import { freePort } from "../../../scripts/shared/freePort.ts";
import {
  describeBusyPorts,
  readStartOptions,
  startHelp,
} from "../../../scripts/world/command/startOptions.ts";
import { loadScenario } from "../../../scripts/world/scenarios/scenario.ts";
import { errorOf } from "../../support/errorOf.ts";

describe("npm start ports", () => {
  it("rejects a port that is in use, and suggests the option to change it", async () => {
    const [web, api, chain] = [await freePort(), await freePort(), await freePort()];
    expect(await describeBusyPorts({ web, api, chain })).to.equal(undefined);
    await using stack = new AsyncDisposableStack();
    for (const port of [web, api, chain]) {
      const server = createServer().listen(port, "127.0.0.1");
      stack.defer(() => void server.close());
      await once(server, "listening");
    }
    expect((await describeBusyPorts({ web, api, chain }))?.split("\n")).to.deep.equal([
      `Port ${web}, for the web app, is in use. Choose another with --port N.`,
      `Port ${api}, for the API, is in use. Choose another with --api-port N.`,
      `Port ${chain}, for the local chain, is in use. Choose another with --chain-port N.`,
      "Or stop the program that uses the port: another npm start?",
    ]);
  });

  it("parses the ports and options of npm start, with defaults", async () => {
    expect(await readStartOptions([])).to.deep.equal({
      fresh: false,
      ports: { web: 5173, api: 3000, chain: 8545 },
      scenario: undefined,
      changedContract: undefined,
    });
    const ports = ["--port", "1", "--api-port", "65535", "--chain-port", "3"];
    const options = ["--fresh", "--scenario", "fresh", "--changed-contract", "keep", ...ports];
    expect(await readStartOptions(options)).to.deep.equal({
      fresh: true,
      ports: { web: 1, api: 65_535, chain: 3 },
      scenario: await loadScenario("fresh"),
      changedContract: "keep",
    });
    const { message: rejected } = await errorOf(readStartOptions(["--changed-contract", "maybe"]));
    expect(rejected).to.equal(
      `--changed-contract takes replay or keep, not "maybe".\n\n${startHelp}`,
    );
    for (const [option, port] of [
      ["--port", "0"],
      ["--api-port", "65536"],
      ["--chain-port", "0x50"],
    ] as const) {
      const { message } = await errorOf(readStartOptions([option, port]));
      expect(message).to.equal(
        `${option} takes a whole number from 1 to 65535, not "${port}".\n\n${startHelp}`,
      );
    }
  });
});
