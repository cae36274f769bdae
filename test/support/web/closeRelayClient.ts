import type { Core } from "@walletconnect/core";

/**
 * Closes a WalletConnect client's connection to the relay after all its responses have arrived. If closed
 * earlier, it would retry for a minute and keep the process alive.
 */
export async function closeRelayClient({
  heartbeat,
  relayer,
}: Pick<InstanceType<typeof Core>, "heartbeat" | "relayer">): Promise<void> {
  heartbeat.stop();
  const { request } = relayer;
  // Drops all later requests.
  relayer.request = async () => ({ id: 0, jsonrpc: "2.0", result: true });
  // The relay responds in order, and to unknown methods with `true`: earlier requests have their responses by then.
  await request({ method: "last" });
  await relayer.transportClose();
}
