import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from "node:http";
import { type AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { RequestHandler } from "express";
import type { Logger } from "pino";
import type { ConnectionLimits } from "./connectionLimits.ts";
import type { Settings } from "./env.ts";
import { openConnections } from "./operations/gracefulShutdown.ts";
import { ApiError, sendProblem } from "./problem.ts";

interface HttpServerOptions {
  listener: RequestListener;
  limits: ConnectionLimits;
  /** Sets the headers of every response. */
  setHeaders: RequestHandler;
  logger: Logger;
}

/**
 * Creates an HTTP server with limits. It responds with problem details where Node would close the connection or
 * send a bare status line: to input that is not HTTP, too large, too slow or meant for a proxy.
 */
export function createHttpServer(options: HttpServerOptions): Server {
  const { limits, listener } = options;
  const server = createServer(
    {
      headersTimeout: limits.headersMilliseconds,
      requestTimeout: limits.requestMilliseconds,
      connectionsCheckingInterval: limits.checkedEveryMilliseconds,
      // The application answers this itself.
      requireHostHeader: false,
    },
    listener,
  );
  server.timeout = limits.silenceMilliseconds;
  server.maxConnections = limits.connections;
  // The headers' size is limited. By default, Node would silently drop all after the 2,000th.
  server.maxHeadersCount = 0;
  // Other expectations are ignored, as RFC 9110 (10.1.1) allows.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  answerUnreadable(server, options);
  return server;
}

function answerUnreadable(server: Server, { setHeaders, logger }: HttpServerOptions): void {
  const { latest } = openConnections(server);
  const given = new WeakSet<Duplex>();
  server.on("clientError", (error, socket) => giveUp(socket, explain(error)));
  server.on("connect", (_request, socket) => giveUp(socket, new ApiError("request.malformed")));

  /** Sends the reason as a response, if none has been started, and closes the connection. */
  function giveUp(socket: Duplex, error: ApiError): void {
    if (given.has(socket)) return;
    given.add(socket);
    const response = latest.get(socket);
    if (!socket.writable || !(socket instanceof Socket)) socket.destroy();
    else if (response === undefined) answer(socket, error);
    else if (response.req.complete) whenFinished(response, () => answer(socket, error));
    else if (response.headersSent) whenFinished(response, () => socket.destroySoon());
    else answerAs(response, error);
  }

  function answer(socket: Socket, error: ApiError): void {
    if (!socket.writable) return;
    const request = new IncomingMessage(socket);
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    response.once("finish", () => socket.destroySoon());
    // Safety: helmet uses nothing that Express adds to them.
    setHeaders(request as never, response as never, () => undefined);
    const id = randomUUID();
    response.setHeader("X-Request-Id", id);
    answerAs(response, error);
    logger.info({ req: { id }, res: { statusCode: response.statusCode } }, "request not read");
  }
}

function answerAs(response: ServerResponse, error: ApiError): void {
  response.shouldKeepAlive = false;
  sendProblem(response, error);
}

function whenFinished(response: ServerResponse, then: () => void): void {
  if (response.writableFinished) then();
  else response.once("finish", then);
}

function explain(error: Error & { code?: string }): ApiError {
  switch (error.code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new ApiError("request.timed_out");
    case "HPE_HEADER_OVERFLOW":
      return new ApiError("request.headers_too_large");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new ApiError("body.too_large");
    default:
      return new ApiError("request.malformed");
  }
}

/** Resolves when a server listens; throws with `code: "EADDRINUSE"` when the port is taken. */
export async function listen(
  server: Server,
  { port, host }: Pick<Settings, "port" | "host">,
): Promise<void> {
  await once(server.listen(port, host), "listening");
}

/** The URL of a server that listens on a port. */
export function urlOf(server: Server): string {
  // Safety: such a server has an `AddressInfo`.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

export async function closeAtOnce(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
