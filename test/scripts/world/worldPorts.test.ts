import { once } from "node:events";
import { createServer } from "node:net";
import { expect } from "chai";
import { freePort } from "../../../scripts/shared/freePort.ts";
import { describeBusyPorts } from "../../../scripts/world/command/startOptions.ts";

describe("the ports of npm start", () => {
  it("are rejected while they are in use, with the option that chooses another", async () => {
    const [web, api, chain] = [await freePort(), await freePort(), await freePort()];
    expect(await describeBusyPorts({ web, api, chain })).to.equal(undefined);
    await using stack = new AsyncDisposableStack();
    const server = createServer().listen(web, "127.0.0.1");
    stack.defer(() => void server.close());
    await once(server, "listening");
    expect((await describeBusyPorts({ web, api, chain }))?.split("\n")).to.deep.equal([
      `Port ${web}, for the web app, is in use. Choose another with --port N.`,
      "Or stop the program that uses it: another npm start?",
    ]);
  });
});
