import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { expect } from "chai";
import { freePort } from "../../../scripts/shared/freePort.ts";
import { describeBusyPorts, type WorldPorts } from "../../../scripts/world/command/startOptions.ts";

describe("the ports of npm start", () => {
  const servers: Server[] = [];
  after(() => {
    for (const server of servers) server.close();
  });

  async function listenOn(port: number): Promise<void> {
    const server = createServer();
    servers.push(server);
    await once(server.listen(port, "127.0.0.1"), "listening");
  }

  /** Three free ports; the API's is next to the web app's, which a suggestion must not take. */
  async function freePorts(): Promise<WorldPorts> {
    const [web, chain] = [await freePort(), await freePort()];
    const ports = { web, api: web + 1, chain };
    return (await describeBusyPorts(ports)) === undefined ? ports : freePorts();
  }

  it("are refused while they are in use, with a command that takes other, free ones", async () => {
    const ports = await freePorts();
    const { web, api, chain } = ports;
    await listenOn(web);
    await listenOn(chain);
    const refusal = (await describeBusyPorts(ports)) ?? "";
    const [, webInstead, chainInstead] =
      /^Stop the program .*or run: npm start -- --port (\d+) --chain-port (\d+)$/m.exec(refusal) ??
      [];
    expect(refusal.split("\n").slice(0, -1)).to.deep.equal([
      `Port ${web}, for the web app, is in use.`,
      `Port ${chain}, for the local chain, is in use.`,
    ]);
    const instead = { web: Number(webInstead), api, chain: Number(chainInstead) };
    expect(await describeBusyPorts(instead)).to.equal(undefined);
    expect(new Set(Object.values(instead)).size).to.equal(3);
  });
});
