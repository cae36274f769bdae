import type { Core } from "@walletconnect/core";

/**
 * Closes a WalletConnect client's connection to the relay once all its requests are answered. Cut off
 * earlier, it would retry for a minute and keep the process alive.
 */
export async function closeRelayClient({
  heartbeat,
  relayer,
}: Pick<InstanceType<typeof Core>, "heartbeat" | "relayer">): Promise<void> {
  heartbeat.stop();
  const { request } = relayer;
  // Drops everything that it would send from now on.
  relayer.request = async () => ({ id: 0, jsonrpc: "2.0", result: true });
  // The relay answers in order, and unknown methods with `true`, so earlier requests are answered by then.
  await request({ method: "last" });
  await relayer.transportClose();
}
