import type { Address } from "viem";
import { chainName } from "../chain/chainName.ts";
import { shortAddress } from "../chain/shortAddress.ts";

export type ConnectionStatus = "connected" | "connecting" | "disconnected" | "reconnecting";

/** Snapshot of the wallet connection. `status` is undefined before the first snapshot. */
export interface Connection {
  status: ConnectionStatus | undefined;
  address?: Address | undefined;
  connector?: { id: string; name: string } | undefined;
  chainId?: number | undefined;
}

type ConnectionEvent =
  | {
      type: "connected";
      address: Address;
      connector: { id: string; name: string };
      /** Whether the app reconnected, rather than the user connecting. */
      isReconnected: boolean;
    }
  | { type: "disconnected" }
  | { type: "chainChanged"; id: number; unsupported: boolean };

/** Returns the events between two snapshots, in announcement order. */
export function connectionEvents(
  before: Connection,
  after: Connection,
  supportedChainId: number,
): ConnectionEvent[] {
  return [...accountEvents(before, after), ...chainEvents(before, after, supportedChainId)];
}

function accountEvents(before: Connection, after: Connection): ConnectionEvent[] {
  const { status, address, connector } = after;
  if (before.status === "connected") {
    return status === "disconnected" ? [{ type: "disconnected" }] : [];
  }
  if (status !== "connected" || !address || !connector) return [];
  const isReconnected = before.status === "reconnecting" || before.status === undefined;
  return [{ type: "connected", address, connector, isReconnected }];
}

function chainEvents(
  before: Connection,
  { status, chainId: id }: Connection,
  supportedChainId: number,
): ConnectionEvent[] {
  if (status !== "connected" || id === undefined || id === before.chainId) return [];
  const unsupported = id !== supportedChainId;
  if (before.status !== "connected" && !unsupported) return [];
  return [{ type: "chainChanged", id, unsupported }];
}

/** Returns the screen reader text of a connection event. */
export function announcement(event: ConnectionEvent): string {
  switch (event.type) {
    case "connected": {
      const verb = event.isReconnected ? "Reconnected" : "Connected";
      return `${verb} to ${event.connector.name} as ${shortAddress(event.address)}.`;
    }
    case "disconnected":
      return "Wallet disconnected.";
    case "chainChanged":
      return event.unsupported
        ? `Your wallet is on ${chainName(event.id)}, which this site doesn't use.`
        : "Your wallet is on the right network.";
  }
}
