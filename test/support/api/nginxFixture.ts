import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { findNginx, type Nginx, startNginx } from "../../../scripts/lab/service/nginx.ts";
import { freePort } from "../../../scripts/shared/freePort.ts";
import { temporaryFolder } from "./apiFixture.ts";
import { type Client, createClient } from "./client.ts";

/** Stand-in for a process of the service, with a configurable response. */
export interface StandIn {
  server: Server;
  answer: RequestListener;
  /** Method and path of each received request. */
  requests: string[];
}

/** nginx with the site of `api/production`, in front of two stand-ins for processes. */
export interface NginxFixture {
  standIns: [StandIn, StandIn];
  visitor: Client;
  httpPort: number;
  /** Gives both stand-ins the same response. */
  bothRespond(answer: RequestListener): void;
  /** Method and path of each request that a stand-in received in this test. */
  requests(): string[];
}

/** Starts nginx before the first test of the surrounding `describe`; skips the tests where it is not installed. */
export function useNginx(): NginxFixture {
  // Safety: complete before the first test runs.
  const fixture = {} as NginxFixture;
  let nginx: Nginx | undefined;

  before("start nginx", async function () {
    if (findNginx() === undefined) return this.skip();
    const standIns: [StandIn, StandIn] = [await startStandIn(), await startStandIn()];
    const folder = await temporaryFolder();
    const ports = {
      httpPort: await freePort(),
      httpsPort: await freePort(),
    };
    const processPorts = [portOf(standIns[0]), portOf(standIns[1])] as const;
    nginx = await startNginx(join(folder, "nginx"), { ...ports, processPorts });
    Object.assign(fixture, {
      ...ports,
      standIns,
      visitor: createClient(ports.httpsPort, nginx.certificatePem),
      bothRespond(answer: RequestListener) {
        for (const standIn of standIns) standIn.answer = answer;
      },
      requests: () => standIns.flatMap(({ requests }) => requests),
    } satisfies NginxFixture);
  });
  after("stop nginx", async () => {
    fixture.visitor?.[Symbol.dispose]();
    await nginx?.[Symbol.asyncDispose]();
    for (const { server } of fixture.standIns ?? []) server.close().closeAllConnections();
  });
  beforeEach("forget requests", () => {
    for (const standIn of fixture.standIns) {
      standIn.requests.length = 0;
      standIn.answer = (_request, response) => response.end("well");
    }
  });
  return fixture;
}

async function startStandIn(): Promise<StandIn> {
  const standIn: StandIn = {
    server: createServer((request, response) => {
      standIn.requests.push(`${request.method} ${request.url}`);
      standIn.answer(request, response);
    }),
    answer: (_request, response) => response.end(),
    requests: [],
  };
  await once(standIn.server.listen(0, "127.0.0.1"), "listening");
  return standIn;
}

function portOf({ server }: StandIn): number {
  // Safety: a server that listens on a port has an address of this type.
  return (server.address() as AddressInfo).port;
}
