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

/** How the dev wallet behaves, and what the page is expected to say of it. */
export const walletModes = {
  obeys: { label: "does what it is asked", shows: "" },
  rejects: { label: "rejects every request", shows: "That you rejected the request (4001)." },
  locked: {
    label: "is locked",
    shows: "It is disconnected; connecting says that it is not authorised (4100).",
  },
  busy: { label: "is asking something already", shows: "To open the wallet and answer there." },
  silent: {
    label: "never answers, until this is changed",
    shows: "That the page waits, and after 30 seconds a way to start over.",
  },
  connected: { label: "is connected elsewhere", shows: "“That wallet is connected already.”" },
  otherChain: { label: "is on another network", shows: "The way to switch, which works." },
  failsToSwitch: {
    label: "is on another network, and fails to switch",
    shows: "That the wallet could not switch (4902).",
  },
  lacksChain: {
    label: "is on another network, and lacks ours",
    shows: "“chain not found on connector.”",
  },
  chainNotConfigured: {
    label: "is on another network, and finds ours not configured",
    shows: "That the page does not serve that network.",
  },
  cannotSwitch: {
    label: "is on another network, and cannot switch",
    shows: "To switch in the wallet itself.",
  },
} as const satisfies Record<string, { label: string; shows: string }>;

export type WalletMode = keyof typeof walletModes;

// Safety: an object literal's own keys; the first one is how a wallet should be.
const names = Object.keys(walletModes) as [WalletMode, ...WalletMode[]];

export const walletMode = createChoice("dev.walletMode", names);

/** The network that the dev wallet reports while its mode is another network. */
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

/** Waits while the wallet never answers; what was asked is answered late, in the mode chosen then. */
export function untilAnswered(): Promise<void> {
  if (walletMode.read() !== "silent") return Promise.resolve();
  return new Promise((resolve) => {
    const end = walletMode.subscribe(() => {
      end();
      resolve();
    });
  });
}

/** Throws what a wallet in this mode answers when it is asked to connect. */
export function refuseToConnect(): void {
  if (walletMode.read() === "connected") throw new ConnectorAlreadyConnectedError();
  refuseToAct();
}

/** Throws what a wallet in this mode answers to any other request to its owner. */
export function refuseToAct(): void {
  switch (walletMode.read()) {
    case "rejects":
      throw new UserRejectedRequestError(new Error("The dev wallet rejects every request."));
    case "locked":
      throw new UnauthorizedProviderError(new Error("The dev wallet is locked."));
    case "busy":
      throw new ResourceUnavailableRpcError(new Error("The dev wallet is asking already."));
  }
}

/** Throws what a wallet in this mode answers when it is asked to switch to our network. */
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
      // Safety: the error reads no more of a connector than its name.
      throw new SwitchChainNotSupportedError({ connector: { name: "Dev wallet" } as Connector });
  }
}
