import type { Connection } from "../connectionEvents.ts";

export type WalletView = "connect" | "account" | "switchNetwork";

export const titleOf: Record<WalletView, string> = {
  connect: "Connect wallet",
  account: "Your wallet",
  switchNetwork: "Wrong network",
};

/** The view that the dialog opens with. */
export function viewFor({ status, chainId }: Connection, supportedChainId: number): WalletView {
  if (status !== "connected") return "connect";
  return chainId === supportedChainId ? "account" : "switchNetwork";
}
