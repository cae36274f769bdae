import { findEndpointError } from "#protocol/chain/rpcEndpointError";
import { parseEtherAmount } from "#protocol/values/ether";
import { noun, nouns } from "#protocol/values/noun";
import { phaseTitle } from "#sale/phaseRange";
import { type SettingName, saleSettings } from "#sale/saleSettings";

export function saleFailure(error: Error | null): string {
  // Our own error is readable; viem's errors are many lines long.
  if (error?.name === "SimulationUnsupportedError") return error.message;
  return `Can't read the sale: the network is unreachable, or this contract is not a phased collection. Check your connection, then try again.`;
}

export function outdatedMessage(blockNumber: bigint): string {
  return `Can't reach the network; this page shows block ${blockNumber}.`;
}

export function namesFailure(error: Error): string {
  return (
    findEndpointError(error)?.message ??
    "Can't reach the network to look for phases. Search again, or enter their names below."
  );
}

export function missingPhasesMessage(minted: bigint): string {
  const tokens = minted === 1n ? `${noun} is` : `${nouns} are`;
  return `${minted} minted ${tokens} in phases that are not shown. Enter their names below.`;
}

export function rangeError(name: string, end: "startingPoint" | "endPoint"): string {
  const which = end === "startingPoint" ? "first ID" : "end";
  return `The ${which} of ${phaseTitle(name)} must be a whole number below 2^64.`;
}

export function settingError(name: SettingName, text: string, hint: string): string {
  const { kind, label } = saleSettings[name];
  const dotted = text.trim().replace(",", ".");
  if (kind === "ether" && parseEtherAmount(dotted) !== undefined) return `Use a dot, ${dotted}`;
  return `${label} must be ${hint}.`;
}

export const historyFailed =
  "Can't load the sale's history: the service is unreachable, or it can't read the chain's events yet. Try again in a moment.";

export const simulationFailed = "Can't reach the network to simulate these transactions.";

export const toggledMessage =
  "Minting was toggled after you loaded this page, so nothing was sent. Check the transactions again.";

export const batchMessages = {
  prompting: "Confirm all calls together in your wallet. Nothing is sent until you do.",
  waiting: "Waiting for your wallet to send the calls. You can leave this page.",
  lost: "Your wallet has not reported whether the calls were sent. Check your wallet and the sale above.",
  done: "All calls took effect together.",
  notSent:
    "Your wallet did not send the calls: nothing was changed. Try again, or send them one by one.",
  reverted:
    "The calls reverted together: nothing was changed, and only the network fee was paid. Try again, or send them one by one.",
  notAtomic: "Your wallet can't send these calls together: nothing was sent. Send them one by one.",
  /** @param done undefined if the wallet does not report which calls took effect. */
  partial(done: readonly string[] | undefined, rest: readonly string[]): string {
    const which =
      done === undefined
        ? "It does not report which."
        : `Took effect: ${done.join("; ") || "none"}. Did not: ${rest.join("; ") || "none"}.`;
    return `Your wallet executed only some of the calls, although it promised all or none. ${which} The list shows the remaining calls: check them, then send them.`;
  },
};
