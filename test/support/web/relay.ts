import { once } from "node:events";
import { type RawData, type WebSocket, WebSocketServer } from "ws";

interface Message {
  topic: string;
  message: string;
  publishedAt: number;
  attestation?: string;
  /** Clients that have sent or acknowledged it. */
  deliveredTo: Set<string>;
}

interface Client {
  /** Key that issued the client's token: the same after a reload. */
  id: string;
  socket: WebSocket;
  /** Sent over this socket but not acknowledged, by request ID. When the socket closes, they are sent again. */
  unacknowledged: Map<number | string, Message>;
}

interface RelayRequest {
  id: number | string;
  method?: string;
  params: Record<string, string> & { topics?: string[] };
}

/** A local WalletConnect relay: forwards encrypted messages, and stores them for disconnected clients. */
export interface Relay {
  url: string;
  close(): Promise<void>;
}

export async function startRelay(): Promise<Relay> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const messages: Message[] = [];
  const subscriptions = new Map<string, Set<string>>();
  const clients = new Set<Client>();

  server.on("connection", (socket, { url = "" }) => {
    const client: Client = { id: issuerOf(url), socket, unacknowledged: new Map() };
    clients.add(client);
    socket.on("close", () => clients.delete(client));
    socket.on("message", (data) => answer(client, data));
  });

  function answer(client: Client, data: RawData): void {
    // Safety: all clients are WalletConnect's; a wrong request fails the test.
    const request = JSON.parse(String(data)) as RelayRequest;
    if (request.method === undefined) {
      acknowledge(client, request.id);
      return;
    }
    const result = handle(client, request.method, request.params);
    client.socket.send(JSON.stringify({ jsonrpc: "2.0", id: request.id, result }));
    deliver();
  }

  function acknowledge({ id, unacknowledged }: Client, noticeId: number | string): void {
    unacknowledged.get(noticeId)?.deliveredTo.add(id);
    unacknowledged.delete(noticeId);
  }

  function handle(client: Client, method: string, params: RelayRequest["params"]): unknown {
    switch (method) {
      case "irn_subscribe":
        return subscribe(client, params.topic);
      case "irn_batchSubscribe":
        return params.topics?.map((topic) => subscribe(client, topic));
      case "irn_unsubscribe":
        return subscriptions.get(client.id)?.delete(params.topic ?? "") ?? false;
      case "irn_publish":
        return publish(client, params.topic, params.message, params.attestation);
      case "wc_proposeSession":
        subscribe(client, params.pairingTopic);
        return publish(client, params.pairingTopic, params.sessionProposal, params.attestation);
      case "wc_approveSession":
        subscribe(client, params.sessionTopic);
        publish(client, params.pairingTopic, params.sessionProposalResponse);
        return publish(client, params.sessionTopic, params.sessionSettlementRequest);
      default:
        return true;
    }
  }

  function subscribe({ id }: Client, topic = ""): string {
    subscriptions.set(id, (subscriptions.get(id) ?? new Set()).add(topic));
    return `${id} ${topic}`;
  }

  function publish({ id }: Client, topic = "", message = "", attestation?: string): true {
    const deliveredTo = new Set([id]);
    const publishedAt = Date.now();
    messages.push({
      topic,
      message,
      publishedAt,
      deliveredTo,
      ...(attestation && { attestation }),
    });
    return true;
  }

  function deliver(): void {
    for (const { id, socket, unacknowledged } of clients) {
      const underway = new Set(unacknowledged.values());
      for (const message of messages) {
        const { deliveredTo, ...data } = message;
        const isKnown = deliveredTo.has(id) || underway.has(message);
        if (isKnown || !subscriptions.get(id)?.has(data.topic)) continue;
        const params = { id: `${id} ${data.topic}`, data };
        const notice = { jsonrpc: "2.0", id: nextId++, method: "irn_subscription", params };
        unacknowledged.set(notice.id, message);
        socket.send(JSON.stringify(notice));
      }
    }
  }

  let nextId = 1;
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The relay has no port.");
  return {
    url: `ws://127.0.0.1:${address.port}`,
    async close() {
      for (const { socket } of clients) socket.terminate();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns a client's issuer, from the token in its connection URL. */
function issuerOf(path: string): string {
  const token = new URL(path, "ws://relay").searchParams.get("auth") ?? "";
  const [, payload = ""] = token.split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString()).iss;
}
