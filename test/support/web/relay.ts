import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type RawData, type WebSocket, WebSocketServer } from "ws";

/** A message, and its sender's key, which stays the same after a reload. */
interface Message {
  sender: string;
  data: { topic: string; message: string; publishedAt: number; attestation?: string };
}

interface RelayRequest {
  id: number | string;
  method?: string;
  params: Record<string, string> & { topics?: string[] };
}

/** A local WalletConnect relay. */
export type Relay = Awaited<ReturnType<typeof startRelay>>;

/**
 * Starts a relay, which forwards encrypted messages. It resends a reconnecting client's topics; the client ignores
 * messages that it has already received.
 */
export async function startRelay() {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const messages: Message[] = [];
  const topics = new Map<string, Set<string>>();
  const deliveries = new Map<WebSocket, () => void>();
  let nextId = 1;

  server.on("connection", (socket, { url = "" }) => {
    const client = issuerOf(url);
    const delivered = new Set<Message>();
    socket.on("close", () => deliveries.delete(socket));
    socket.on("message", (data) => response(client, socket, data));
    deliveries.set(socket, () => {
      for (const message of messages) {
        const { sender, data } = message;
        const isMeant = sender !== client && topics.get(client)?.has(data.topic);
        if (!isMeant || delivered.has(message)) continue;
        delivered.add(message);
        const params = { id: `${client} ${data.topic}`, data };
        const notice = { jsonrpc: "2.0", id: nextId++, method: "irn_subscription", params };
        socket.send(JSON.stringify(notice));
      }
    });
  });

  function response(client: string, socket: WebSocket, data: RawData): void {
    // Safety: all clients are WalletConnect's; a wrong request fails the test.
    const { id, method, params } = JSON.parse(String(data)) as RelayRequest;
    // An acknowledgment has no method.
    if (method === undefined) return;
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: handle(client, method, params) }));
    for (const deliver of deliveries.values()) deliver();
  }

  function handle(client: string, method: string, params: RelayRequest["params"]): unknown {
    switch (method) {
      case "irn_subscribe":
        return subscribe(client, params.topic);
      case "irn_batchSubscribe":
        return params.topics?.map((topic) => subscribe(client, topic));
      case "irn_unsubscribe":
        return topics.get(client)?.delete(params.topic ?? "") ?? false;
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

  function subscribe(client: string, topic = ""): string {
    topics.set(client, (topics.get(client) ?? new Set()).add(topic));
    return `${client} ${topic}`;
  }

  function publish(sender: string, topic = "", message = "", attestation?: string): true {
    const proof = attestation && { attestation };
    messages.push({ sender, data: { topic, message, publishedAt: Date.now(), ...proof } });
    return true;
  }

  // Safety: the server listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    async close() {
      for (const socket of server.clients) socket.terminate();
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
