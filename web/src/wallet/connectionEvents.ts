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
  const wasConnected = before.status === "connected";
  if (after.status === "disconnected") return wasConnected ? [{ type: "disconnected" }] : [];
  if (after.status !== "connected") return [];
  const { address, connector, chainId: id } = after;
  const isReconnected = before.status === "reconnecting" || before.status === undefined;
  const unsupported = id !== supportedChainId;
  const isNewChain = id !== before.chainId && (wasConnected || unsupported);
  return [
    ...(!wasConnected && address && connector
      ? [{ type: "connected" as const, address, connector, isReconnected }]
      : []),
    ...(id !== undefined && isNewChain ? [{ type: "chainChanged" as const, id, unsupported }] : []),
  ];
}
