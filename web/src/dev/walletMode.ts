import {
  ResourceUnavailableRpcError,
  SwitchChainError,
  UnauthorizedProviderError,
  UserRejectedRequestError,
} from "viem";
import {
  ChainNotConfiguredError,
  type Connector,
  ConnectorAlreadyConnectedError,
  SwitchChainNotSupportedError,
} from "wagmi";
import { createChoice } from "./choice.ts";

/** Behaviours of the dev wallet, and what the page should show for each. */
export const walletModes = {
  obeys: { label: "approves every request", shows: "" },
  rejects: { label: "rejects every request", shows: "That you rejected the request (4001)." },
  locked: {
    label: "is locked",
    shows: "It is disconnected; connecting says that it is not authorised (4100).",
  },
  busy: { label: "already has an open request", shows: "To approve or reject the open request." },
  silent: {
    label: "does not respond until this is changed",
    shows: "That the page waits, and after 30 seconds a way to start over.",
  },
  connected: { label: "is connected elsewhere", shows: "“That wallet is connected already.”" },
  otherChain: { label: "is on another network", shows: "The way to switch, which works." },
  failsToSwitch: {
    label: "is on another network, and fails to switch",
    shows: "That the wallet could not switch (4902).",
  },
  lacksChain: {
    label: "is on another network, and does not know ours",
    shows: "“chain not found on connector.”",
  },
  chainNotConfigured: {
    label: "is on another network, and ours is not configured",
    shows: "That the site doesn't support that network.",
  },
  cannotSwitch: {
    label: "is on another network, and cannot switch",
    shows: "To switch in the wallet itself.",
  },
} as const satisfies Record<string, { label: string; shows: string }>;

export type WalletMode = keyof typeof walletModes;

// Safety: an object literal's own keys; the first is the default.
const names = Object.keys(walletModes) as [WalletMode, ...WalletMode[]];

export const walletMode = createChoice("dev.walletMode", names);

/** Chain ID that the dev wallet reports in its wrong-network modes; undefined otherwise. */
export function strayChainId(): number | undefined {
  const settled: readonly WalletMode[] = [
    "obeys",
    "rejects",
    "locked",
    "busy",
    "silent",
    "connected",
  ];
  return settled.includes(walletMode.read()) ? undefined : 1;
}

/** Waits while the wallet does not respond. Pending requests are then handled in the newly chosen mode. */
export function untilAnswered(): Promise<void> {
  if (walletMode.read() !== "silent") return Promise.resolve();
  return new Promise((resolve) => {
    const end = walletMode.subscribe(() => {
      end();
      resolve();
    });
  });
}

/** Throws this mode's error for a connection request. */
export function refuseToConnect(): void {
  if (walletMode.read() === "connected") throw new ConnectorAlreadyConnectedError();
  refuseToAct();
}

/** Throws this mode's error for any other request that prompts the user. */
export function refuseToAct(): void {
  switch (walletMode.read()) {
    case "rejects":
      throw new UserRejectedRequestError(new Error("The dev wallet rejects every request."));
    case "locked":
      throw new UnauthorizedProviderError(new Error("The dev wallet is locked."));
    case "busy":
      throw new ResourceUnavailableRpcError(new Error("The dev wallet has an open request."));
  }
}

/** Throws this mode's error for a request to switch to our network. */
export function refuseToSwitch(): void {
  refuseToAct();
  switch (walletMode.read()) {
    case "failsToSwitch":
      throw new SwitchChainError(new Error("The dev wallet does not know that network."));
    case "lacksChain":
      throw new SwitchChainError(new ChainNotConfiguredError());
    case "chainNotConfigured":
      throw new ChainNotConfiguredError();
    case "cannotSwitch":
      // Safety: the error reads only the connector's name.
      throw new SwitchChainNotSupportedError({ connector: { name: "Dev wallet" } as Connector });
  }
}
