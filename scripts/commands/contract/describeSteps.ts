import { prepareCall } from "#sale/callBatch";
import type { CollectionState } from "./state.ts";
import type { AnnotatedStep, Sender } from "./steps.ts";

/** Describes each step with its effect and warnings and, on request, the transaction's fields for a wallet. */
export function describeSteps(
  { contract }: Pick<CollectionState, "contract">,
  steps: readonly AnnotatedStep[],
  withData: boolean,
): string {
  return steps
    .map(({ requestedCall, sender, effect, isNeeded, notes }, index) => {
      const { subject, before, after, revert } = effect;
      const title = `${index + 1}. ${requestedCall.text}`;
      if (!isNeeded) return [title, `${subject}: ${before} already. Nothing to send.`];
      if (revert) {
        return [title, `✘ Rejected with ${revert.title}. ${revert.cause} ${revert.fix}`];
      }
      const warnings = notes.map((note) => `! ${note}`);
      const change = before === after ? after : `${before} → ${after}`;
      const lines = [title, `${subject}: ${change}`, ...warnings];
      if (!withData) return lines;
      const { call, to, value, data } = prepareCall(contract, effect.call);
      if (call !== requestedCall.text) lines.push(`call   ${call}`);
      lines.push(`from   ${describeSender(sender)}`, `to     ${to}`);
      return [...lines, `value  ${value}`, `data   ${data}`];
    })
    .map((lines) => lines.join("\n   "))
    .join("\n\n");
}

/** Formats an account with its role: `0x… (owner)`. */
export function describeSender({ role, address }: Sender): string {
  return `${address ?? "nobody"} (${role})`;
}

/** Returns the steps as JSON for programs. */
export function formatStepsJson(
  { contract }: Pick<CollectionState, "contract">,
  steps: readonly AnnotatedStep[],
): object[] {
  return steps.map(({ requestedCall, sender, effect, isNeeded, notes }) => {
    const { call, to, value, data } = prepareCall(contract, effect.call);
    const { subject, before, after, revert } = effect;
    const transaction = { call, from: sender.address, role: sender.role, to, value, data };
    return {
      requestedCall: requestedCall.text,
      isNeeded,
      subject,
      before,
      after,
      revert,
      notes,
      ...transaction,
    };
  });
}
