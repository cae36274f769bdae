import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { prepareShutdown } from "../../api/src/operations/gracefulShutdown.ts";

/** A server whose connections never time out, with a graceful shutdown. */
async function start(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer({ keepAliveTimeout: 0 }, answer);
  const shutdown = prepareShutdown(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  // Safety: it listens on a port.
  const { port } = server.address() as AddressInfo;
  return { shutdown, url: `http://127.0.0.1:${port}` };
}

describe("prepareShutdown", () => {
  it("cuts off no response when there is none", async () => {
    const { shutdown, url } = await start((_, response) => response.end("done"));
    expect(await (await fetch(url)).text()).to.equal("done");
    expect(await shutdown.close(60_000)).to.equal(0);
  });

  it("closes a connection once its response, which has begun, is complete", async () => {
    const begun = Promise.withResolvers<ServerResponse>();
    const { shutdown, url } = await start((_, response) => {
      response.write("one");
      begun.resolve(response);
    });
    const agent = new Agent({ keepAlive: true });
    const [message] = await once(get(url, { agent }), "response");
    expect(message.headers.connection).to.equal("keep-alive");
    const closed = shutdown.close(60_000);
    (await begun.promise).end("two");
    expect(await text(message)).to.equal("onetwo");
    expect(await closed).to.equal(0);
    agent.destroy();
  });

  it("counts the responses that it cuts off", async () => {
    const { shutdown, url } = await start((_, response) => response.write("one"));
    const [message] = await once(get(url), "response");
    const failure = text(message).catch((error) => error);
    expect(await shutdown.close(10)).to.equal(1);
    expect(await failure).to.have.property("code", "ECONNRESET");
  });
});
