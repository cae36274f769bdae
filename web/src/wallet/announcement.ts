import type { ConnectionEvent } from "./connectionEvents.ts";
import { shortAddress } from "./shortAddress.ts";

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
        ? `Your wallet is on network ${event.id}, which this page does not serve.`
        : "Your wallet is on the right network.";
  }
}
