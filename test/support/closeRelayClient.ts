import type { Core } from "@walletconnect/core";

/**
 * Closes a WalletConnect client's line to the relay once all that it has sent is answered: cut off in the middle
 * of it, it would try again for a minute, and keep its process alive.
 */
export async function closeRelayClient({
  heartbeat,
  relayer,
}: Pick<InstanceType<typeof Core>, "heartbeat" | "relayer">): Promise<void> {
  heartbeat.stop();
  const { request } = relayer;
  // Nobody needs what it would send from now on.
  relayer.request = async () => ({ id: 0, jsonrpc: "2.0", result: true });
  // The relay answers in turn, and whatever it does not know with `true`: what was sent before has its answer, too.
  await request({ method: "last" });
  await relayer.transportClose();
}
