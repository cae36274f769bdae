import { HiddenFolder } from "#service/stories";
import type { Parties } from "./parties.ts";
import type { EventPlan } from "./plan.ts";
import { type PublishOptions, publishTales } from "./publishTales.ts";

interface TellOptions extends Omit<PublishOptions, "sign"> {
  /** Folder of the API's stories. */
  narratives: string;
  parties: Parties;
  events: readonly EventPlan[];
}

/** Publishes the tales by their owners, then carries out the scenario's events in order. */
export async function publishStories(options: TellOptions): Promise<void> {
  const { tales, events, parties, onProgress } = options;
  const total = tales.length + events.length;
  await publishTales({
    ...options,
    sign: parties.sign,
    onProgress: ({ done }) => onProgress?.({ done, total }),
  });
  for (const [index, event] of events.entries()) {
    await runCommand(event, options);
    onProgress?.({ done: tales.length + index + 1, total });
  }
}

async function runCommand(event: EventPlan, options: TellOptions): Promise<void> {
  if ("transfer" in event) return handOver(event.transfer, options);
  if ("tell" in event) {
    const { drifterId, narrative } = event.tell;
    const tale = { drifterId: String(drifterId), narrative };
    const { onProgress: _, ...rest } = options;
    return publishTales({ ...rest, sign: options.parties.sign, tales: [tale] });
  }
  const { drifterId, reason } = event.hide;
  await new HiddenFolder(options.narratives).hide(String(drifterId), reason);
}

async function handOver(
  { drifterId, to }: { drifterId: number; to: number | string },
  { chain, contract, parties }: TellOptions,
): Promise<void> {
  const from = await contract.ownerOf(drifterId);
  const owner = await chain.ethers.getSigner(from);
  // Not a safe transfer: a wallet that only signs has no onERC721Received.
  await contract.connect(owner).transferFrom(from, parties.addressOf(to), drifterId);
}
