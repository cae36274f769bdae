import type { Address } from "viem";

export type ConnectionStatus = "connected" | "connecting" | "disconnected" | "reconnecting";

/** Snapshot of the wallet connection. `status` is unknown before the first one. */
export interface Connection {
  status: ConnectionStatus | undefined;
  address?: Address | undefined;
  connector?: { id: string; name: string } | undefined;
  chainId?: number | undefined;
}

export type ConnectionEvent =
  | {
      type: "connected";
      address: Address;
      connector: { id: string; name: string };
      /** Whether the page reconnected, rather than a person connecting. */
      isReconnected: boolean;
    }
  | { type: "disconnected" }
  | { type: "chainChanged"; id: number; unsupported: boolean };

/** Returns the events between two snapshots, in the order of announcement. */
export function connectionEvents(
  before: Connection,
  after: Connection,
  supportedChainId: number,
): ConnectionEvent[] {
  const events: ConnectionEvent[] = [];
  const wasConnected = before.status === "connected";
  if (after.status === "connected" && !wasConnected && after.address && after.connector) {
    events.push({
      type: "connected",
      address: after.address,
      connector: after.connector,
      isReconnected: before.status === "reconnecting" || before.status === undefined,
    });
  }
  if (after.status === "disconnected" && wasConnected) events.push({ type: "disconnected" });
  if (after.status === "connected" && after.chainId !== undefined) {
    const isNew = after.chainId !== before.chainId;
    const unsupported = after.chainId !== supportedChainId;
    if (isNew && (wasConnected || unsupported)) {
      events.push({ type: "chainChanged", id: after.chainId, unsupported });
    }
  }
  return events;
}
