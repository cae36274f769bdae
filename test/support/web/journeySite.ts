import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, json, text } from "node:stream/consumers";
import { InjectedWallet, provideWallet } from "./injectedWallet.ts";

interface JourneySiteOptions {
  /** URL of the service. */
  target: string;
  /** URL of the chain's node. */
  rpcUrl: string;
  /** Hardhat account of the visitor's wallet. */
  account: number;
  /** Whether the browser throws on access to `localStorage` and `sessionStorage`. */
  deniesStorage?: boolean;
}

export type JourneySite = Awaited<ReturnType<typeof startJourneySite>>;

/**
 * Starts a proxy in front of the service, with features that some engines' drivers lack: it adds a wallet script to
 * each page, drops connections, and records errors that pages throw or log. Each proxy has its own port, and so its own
 * storage.
 */
export async function startJourneySite(options: JourneySiteOptions) {
  const { target, deniesStorage = false } = options;
  const wallet = new InjectedWallet(options, async () => {});
  const faults: string[] = [];
  let failing: RegExp | undefined;
  const script = scriptFor(deniesStorage);

  const own: Record<string, (incoming: IncomingMessage) => Promise<string>> = {
    "/journey/script.js": async () => script,
    async "/journey/wallet"(incoming) {
      // Safety: the page's wallet sends EIP-1193 requests.
      const requested = (await json(incoming)) as { method: string; params: unknown[] };
      const answer = await wallet.answer(requested).then(
        (result) => ({ result }),
        (error) => ({ error }),
      );
      return JSON.stringify(answer);
    },
    async "/journey/fault"(incoming) {
      faults.push(await text(incoming));
      return "";
    },
  };

  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (failing?.test(path)) return void incoming.destroy();
    const respond = own[path];
    if (respond === undefined) return forward(incoming, outgoing);
    outgoing.setHeader(
      "content-type",
      path.endsWith(".js") ? "text/javascript" : "application/json",
    );
    outgoing.end(await respond(incoming));
  });

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { "accept-encoding": _, ...headers } = incoming.headers;
    const { method } = incoming;
    const onward = request(`${target}${incoming.url}`, { method, headers }, async (response) => {
      const isPage = response.headers["content-type"]?.startsWith("text/html");
      const { "content-length": _, ...passed } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, isPage ? passed : response.headers);
      if (!isPage) return void response.pipe(outgoing);
      const page = String(await buffer(response));
      outgoing.end(page.replace("<head>", '<head><script src="/journey/script.js"></script>'));
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // Safety: it listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    wallet,
    faults,
    /** Drops the connections of requests for matching paths; none by default. */
    fail(paths?: RegExp) {
      failing = paths;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function scriptFor(deniesStorage: boolean): string {
  const info = { uuid: randomUUID(), name: "Test Wallet", rdns: "test.wallet" };
  const parts = [
    // The test compiler inserts calls to this helper, which pages lack.
    "globalThis.__name = (named) => named;",
    `(${recordFaults})();`,
    `(${connectToSite})();`,
    `(${provideWallet})(${JSON.stringify({ info, channel: "testWallet" })});`,
  ];
  if (deniesStorage) parts.push(`(${denyStorage})();`);
  return parts.join("\n");
}

/** Records the page's errors, except the browser's own log lines, such as for each 404. Runs in the page. */
function recordFaults(): void {
  const report = (fault: unknown) => navigator.sendBeacon("/journey/fault", String(fault));
  window.addEventListener("error", ({ message }) => report(message));
  window.addEventListener("unhandledrejection", ({ reason }) => report(reason));
  console.error = (...fault) => report(fault.join(" "));
}

/** Connects the page's wallet to this process. Runs in the page. */
function connectToSite(): void {
  const send = async (body: object) => {
    const response = await fetch("/journey/wallet", { method: "POST", body: JSON.stringify(body) });
    return response.json();
  };
  Object.assign(globalThis, { testWallet: send });
}

/** Makes browser storage throw. Runs in the page. */
function denyStorage(): void {
  const get = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get });
  }
}
