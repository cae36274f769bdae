import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { limits } from "../../../api/src/settings/limits.ts";
import { type Api, startApi } from "../../support/api/apiFixture.ts";
import { exchange, openRawSocket, type RawResponse } from "../../support/api/rawSocket.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { until } from "../../support/until.ts";
import { assertHarmless } from "./hostileWorld.ts";

const hour = 3_600_000;
const shortLimits = {
  headersMilliseconds: 3_000,
  requestMilliseconds: 4_000,
  silenceMilliseconds: hour,
  checkedEveryMilliseconds: 25,
  connections: 100,
  idleConnectionsPerAddress: 100,
};
const head = "POST /api/narrative/1 HTTP/1.1\r\nHost: a\r\n";
const json = "Content-Type: application/json\r\n";

describe("slow clients", () => {
  const clients: readonly [what: string, sent: string, statuses: number[], drop?: string][] = [
    ["sends nothing", "", [408]],
    ["sends empty lines", "\r\n\r\n", [408]],
    ["stops before its headers", "GET / HTTP/1.1\r\n", [408]],
    ["stops in a header", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b", [408]],
    ["announces a body and sends none", `${head}${json}Content-Length: 100\r\n\r\n`, [408]],
    ["sends half of its body", `${head}${json}Content-Length: 100\r\n\r\n{"narrative":`, [408]],
    [
      "sends chunks without an end",
      `${head}${json}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
      [408],
    ],
    ["waits for an error, then sends no body", `${head}Content-Length: 100\r\n\r\n`, [415]],
    [
      "completes a request, then stops in the next one",
      "GET /api/narrative HTTP/1.1\r\nHost: a\r\n\r\nGET /",
      [200, 408],
    ],
    ["sends headers byte by byte", "GET / HTTP/1.1\r\nHost: a\r\n", [408], "A: b\r\n"],
    ["sends a body byte by byte", `${head}${json}Content-Length: 100000\r\n\r\n`, [408], " "],
  ];
  let api: Api;
  let received: Promise<RawResponse[]>[];
  before("wait for all clients at once", async () => {
    api = await startApi({ rpcUrls: ["http://127.0.0.1:1"], connectionLimits: shortLimits });
    received = clients.map(async ([, sent, , drop = ""]) => {
      const { socket, answers } = openRawSocket(api.url, sent);
      const dripping = setInterval(() => socket.writable && socket.write(drop), 20);
      return answers.finally(() => clearInterval(dripping));
    });
    await Promise.allSettled(received);
  });
  after(() => api.close());
  afterEach(async () => {
    expect(await (await api.get("/api/narrative")).json()).to.deep.equal([]);
  });

  for (const [index, [what, , statuses]] of clients.entries()) {
    it(`sends ${statuses.join(", then ")} to a client that ${what}, then disconnects it`, async () => {
      const answers = (await received[index]) ?? [];
      expect(answers.map(({ status }) => status)).to.deep.equal(statuses);
      for (const response of answers) assertHarmless(response);
    });
  }

  it("disconnects a client that does not read its response, and serves the next client", async () => {
    const webDir = await temporaryFolder();
    await mkdir(join(webDir, "assets"));
    await writeFile(join(webDir, "assets/large.bin"), Buffer.alloc(30_000_000));
    const connectionLimits = {
      ...shortLimits,
      headersMilliseconds: hour,
      requestMilliseconds: hour,
      silenceMilliseconds: 400,
      connections: 1,
    };
    await using narrow = await startApi({ webDir, connectionLimits });
    const reader = openRawSocket(narrow.url, "GET /assets/large.bin HTTP/1.1\r\nHost: a\r\n\r\n");
    reader.socket.pause();
    await once(reader.socket, "connect");
    const request = "GET /api/narrative HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    let answers: RawResponse[] = [];
    await until(async () => {
      answers = await exchange(narrow.url, request);
      return answers.length > 0;
    });
    expect(answers.map(({ status }) => status)).to.deep.equal([200]);
    reader.socket.resume();
    const truncated = await reader.answers.catch((error: Error) => error.message);
    expect(truncated).to.equal("The response was truncated.");
  });

  for (const [trustProxyHops, statuses] of [
    [0, []],
    [1, [200]],
  ] as const) {
    it(`${trustProxyHops ? "limits all silent connections behind a proxy together" : "closes silent connections over the limit of their address"}`, async () => {
      const connectionLimits = { ...limits.connectionLimits, idleConnectionsPerAddress: 3 };
      await using narrow = await startApi({ connectionLimits, trustProxyHops });
      const request = "GET /api/narrative HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
      const held = [1, 2, 3].map(() => openRawSocket(narrow.url, ""));
      await Promise.all(held.map(({ socket }) => once(socket, "connect")));
      const received = await exchange(narrow.url, request);
      expect(received.map(({ status }) => status)).to.deep.equal(statuses);
      for (const { socket, answers } of held) {
        socket.write(request);
        await answers;
      }
      const next = await exchange(narrow.url, request);
      expect(next.map(({ status }) => status)).to.deep.equal([200]);
    });
  }

  it("closes connections over the limit, and retains connections below it", async () => {
    const connectionLimits = { ...limits.connectionLimits, connections: 3 };
    await using narrow = await startApi({ connectionLimits });
    const request = "GET /api/narrative HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    const held = [1, 2, 3].map(() => openRawSocket(narrow.url, ""));
    await Promise.all(held.map(({ socket }) => once(socket, "connect")));
    expect(await exchange(narrow.url, request)).to.deep.equal([]);
    for (const { socket, answers } of held) {
      socket.write(request);
      expect((await answers).map(({ status }) => status)).to.deep.equal([200]);
    }
    expect((await exchange(narrow.url, request)).map(({ status }) => status)).to.deep.equal([200]);
  });
});
