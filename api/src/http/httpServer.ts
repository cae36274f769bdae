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
import type { Logger } from "pino";
import { ApiError } from "../base/apiError.ts";
import type { Limits } from "../settings/limits.ts";
import type { CommonHeaders } from "./commonHeaders.ts";
import { sendProblem } from "./problem.ts";
import { clientKey } from "./rateLimit.ts";

interface HttpServerOptions {
  listener: RequestListener;
  limits: Limits["connectionLimits"];
  /** Whether clients connect directly, without a proxy. */
  isDirect: boolean;
  headers: CommonHeaders;
  logger: Logger;
}

/** A server with graceful shutdown. */
interface HttpServer {
  server: Server;
  /** Makes every subsequent response close its connection, so that proxies release idle connections. */
  announceShutdown(): void;
  /**
   * Closes the server once every request has a response, or after `timeoutMilliseconds`; returns the number of
   * interrupted responses. Unlike Node's `close`, does not wait for connections without a request, such as preconnects.
   */
  close(timeoutMilliseconds: number): Promise<number>;
}

/** Creates an HTTP server with limits; every response is the application's or problem details. */
export function createHttpServer({
  listener,
  limits,
  isDirect,
  headers,
  logger,
}: HttpServerOptions): HttpServer {
  const server = createServer({
    headersTimeout: limits.headersMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    connectionsCheckingInterval: limits.checkedEveryMilliseconds,
    // The application handles `Expect` itself.
    requireHostHeader: false,
  });
  server.timeout = limits.silenceMilliseconds;
  server.maxConnections = limits.connections;
  // Disabled, because Node would silently drop headers after the 2,000th; header size is limited instead.
  server.maxHeadersCount = 0;
  const connections = new Connections();
  const reject = createRejection(connections, headers, logger);
  let isEnding = false;

  server.on("connection", (socket) => {
    if (isDirect && connections.hasIdle(socket.remoteAddress, limits.idleConnectionsPerAddress)) {
      socket.destroy();
      return;
    }
    connections.add(socket);
  });
  server.on("request", (request, response) => {
    connections.setResponse(request.socket, response);
    // Express would respond to a malformed URL itself; this replacement reaches the application, which rejects it.
    const { url = "" } = request;
    if (!url.startsWith("/") && !url.startsWith("*") && !URL.canParse(url))
      request.url = "invalid:/";
    if (isEnding) response.shouldKeepAlive = false;
    listener(request, response);
  });
  // Other expectations are ignored, as RFC 9110 (10.1.1) allows.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // Without a handler, Node would close the connection or send a bare status line.
  server.on("clientError", (error, socket) => reject(socket, createParserProblem(error)));
  server.on("connect", (_request, socket) => reject(socket, new ApiError("request.malformed")));

  return { server, announceShutdown, close };

  function announceShutdown(): void {
    isEnding = true;
    connections.announceShutdown();
  }

  async function close(timeoutMilliseconds: number): Promise<number> {
    announceShutdown();
    const closed = new Promise((resolve) => server.close(resolve));
    let cutOff = 0;
    const timeout = setTimeout(() => {
      cutOff = connections.countUnfinished();
      server.closeAllConnections();
    }, timeoutMilliseconds);
    connections.endWhenIdle();
    await closed;
    clearTimeout(timeout);
    return cutOff;
  }
}

/** The open connections. */
class Connections {
  /** Each connection's latest response; undefined before the first. Earlier responses finish first. */
  readonly #latest = new Map<Duplex, ServerResponse | undefined>();

  add(socket: Duplex): void {
    this.#latest.set(socket, undefined);
    socket.once("close", () => this.#latest.delete(socket));
  }

  setResponse(socket: Duplex, response: ServerResponse): void {
    this.#latest.set(socket, response);
  }

  getResponse(socket: Duplex): ServerResponse | undefined {
    return this.#latest.get(socket);
  }

  /** Returns whether the client at this address has at least `count` connections without an open request. */
  hasIdle(address: string | undefined, count: number): boolean {
    if (this.#latest.size < count) return false;
    const key = clientKey(address);
    const idle = [...this.#latest].filter(
      ([socket, response]) =>
        (response === undefined || response.closed) &&
        socket instanceof Socket &&
        clientKey(socket.remoteAddress) === key,
    );
    return idle.length >= count;
  }

  /** Makes each response close its connection, unless its headers are already sent. */
  announceShutdown(): void {
    for (const response of this.#latest.values()) {
      if (response && !response.headersSent) response.shouldKeepAlive = false;
    }
  }

  /** Ends each connection, after the pending response if there is one. */
  endWhenIdle(): void {
    for (const [socket, response] of this.#latest) {
      const end = () => (socket instanceof Socket ? socket.destroySoon() : socket.destroy());
      if (response === undefined || response.closed) end();
      else response.once("close", end);
    }
  }

  countUnfinished(): number {
    return [...this.#latest.values()].filter((response) => response && !response.closed).length;
  }
}

/**
 * Returns a function that responds to an unreadable request, unless a response has started, and closes the connection.
 */
function createRejection(connections: Connections, headers: CommonHeaders, logger: Logger) {
  const rejected = new WeakSet<Duplex>();
  return (socket: Duplex, error: ApiError): void => {
    if (rejected.has(socket)) return;
    rejected.add(socket);
    const response = connections.getResponse(socket);
    if (!socket.writable || !(socket instanceof Socket)) socket.destroy();
    else if (response === undefined) respond(socket, error);
    else if (response.req.complete) onFinished(response, () => respond(socket, error));
    else if (response.headersSent) onFinished(response, () => socket.destroySoon());
    else {
      response.shouldKeepAlive = false;
      sendProblem(response, error);
    }
  };

  function respond(socket: Socket, error: ApiError): void {
    if (!socket.writable) return;
    const request = new IncomingMessage(socket);
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    response.once("finish", () => socket.destroySoon());
    const id = headers.requestId(request);
    headers.set(request, response, id);
    response.shouldKeepAlive = false;
    sendProblem(response, error);
    logger.info({ req: { id }, res: { statusCode: response.statusCode } }, "request not read");
  }
}

function onFinished(response: ServerResponse, then: () => void): void {
  if (response.writableFinished) then();
  else response.once("finish", then);
}

function createParserProblem(error: Error & { code?: string }): ApiError {
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

/** Starts listening, and returns the URL; throws with `code: "EADDRINUSE"` if the port is taken. */
export async function listen(
  server: Server,
  { port, host }: { port: number; host: string },
): Promise<string> {
  await once(server.listen(port, host), "listening");
  // Safety: a server that listens on a port has an `AddressInfo`.
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${name}:${address.port}`;
}
