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

interface WalletModeEntry {
  label: string;
  /** What the app should show. */
  shows: string;
  isOnOtherChain?: true;
  /** Create the mode's error for a request to connect, to switch networks, or to approve anything else. */
  connecting?: () => Error;
  switching?: () => Error;
  acting?: () => Error;
}

/** Behaviors of the dev wallet. */
export const walletModes = {
  obeys: { label: "approves every request", shows: "" },
  rejects: {
    label: "rejects every request",
    shows: "Reports that you rejected the request (4001).",
    acting: () => new UserRejectedRequestError(new Error("The dev wallet rejects every request.")),
  },
  locked: {
    label: "is locked",
    shows: "Disconnects; connecting reports that the site is not authorized (4100).",
    acting: () => new UnauthorizedProviderError(new Error("The dev wallet is locked.")),
  },
  busy: {
    label: "already has an open request",
    shows: "Asks you to approve or reject the open request.",
    acting: () => new ResourceUnavailableRpcError(new Error("The dev wallet has an open request.")),
  },
  splitsBatches: {
    label: "carries out only the first of several calls",
    shows: "Which of the owner's calls took effect, and which did not.",
  },
  silent: {
    label: "does not respond until this is changed",
    shows: "Waits; after 30 seconds, offers a button to start over.",
  },
  connected: {
    label: "is connected elsewhere",
    shows: "Reports “That wallet is connected already.”",
    connecting: () => new ConnectorAlreadyConnectedError(),
  },
  otherChain: {
    label: "uses a different network",
    shows: "Offers a button that switches networks.",
    isOnOtherChain: true,
  },
  failsToSwitch: {
    label: "is on a different network and fails to switch",
    shows: "Reports that the wallet could not switch (4902).",
    isOnOtherChain: true,
    switching: () => new SwitchChainError(new Error("The dev wallet does not know that network.")),
  },
  lacksChain: {
    label: "is on a different network and has not added this one",
    shows: "Reports “chain not found on connector.”",
    isOnOtherChain: true,
    switching: () => new SwitchChainError(new ChainNotConfiguredError()),
  },
  chainNotConfigured: {
    label: "is on a different network, and the site's is not configured",
    shows: "Reports that the site doesn't support that network.",
    isOnOtherChain: true,
    switching: () => new ChainNotConfiguredError(),
  },
  cannotSwitch: {
    label: "is on a different network and cannot switch",
    shows: "Asks you to switch in the wallet itself.",
    isOnOtherChain: true,
    // Safety: the error reads only the connector's name.
    switching: () =>
      new SwitchChainNotSupportedError({ connector: { name: "Dev wallet" } as Connector }),
  },
} as const satisfies Record<string, WalletModeEntry>;

type WalletMode = keyof typeof walletModes;

// Safety: an object literal's own keys; the first is the default.
export const modeNames = Object.keys(walletModes) as [WalletMode, ...WalletMode[]];

export const walletMode = createChoice("wallet", modeNames);

function currentMode(): WalletModeEntry {
  return walletModes[walletMode.read()];
}

/** Chain ID that the dev wallet reports in its wrong-network modes; undefined otherwise. */
export function wrongChainId(): number | undefined {
  return currentMode().isOnOtherChain ? 1 : undefined;
}

/**
 * Waits while the mode is `silent`, then throws the mode's error for this kind of request, if any. Pending requests use the newly chosen mode.
 */
export async function respondToPrompt(kind: "connecting" | "switching" | "acting"): Promise<void> {
  if (walletMode.read() === "silent") {
    await new Promise<void>((resolve) => {
      const end = walletMode.subscribe(() => {
        end();
        resolve();
      });
    });
  }
  const { [kind]: own, acting } = currentMode();
  const error = own ?? acting;
  if (error) throw error();
}
