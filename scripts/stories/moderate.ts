import { pino } from "pino";
import { isDrifterId } from "#protocol/drifterId";
import type { Settings } from "../../api/src/env.ts";
import { HiddenFolder } from "../../api/src/narratives/hiddenFolder.ts";
import type { HideList } from "../../api/src/narratives/hideList.ts";
import { PostgresStore } from "../../api/src/narratives/postgresStore.ts";
import { UsageError } from "../commandLine/usageError.ts";

interface Moderation {
  /** `hide`, `unhide` or `hidden`. */
  command: string;
  /** The drifter's number, for the first two. */
  subject: string;
  reason: string;
}

/** Reads or changes the hide list, which a running service follows. */
export async function moderate(
  { command, subject, reason }: Moderation,
  settings: Pick<Settings, "databaseUrl" | "dataDir">,
): Promise<string> {
  await using opened = await openHideList(settings);
  const { hideList } = opened;
  if (command === "hidden") return await describe(hideList);
  if (!isDrifterId(subject)) {
    throw new UsageError(`${subject} is not a drifter's number. Write it in plain digits.`);
  }
  if (command === "hide") {
    await hideList.hide(subject, reason);
    return `Drifter ${subject} is hidden: its stories are kept, and told to nobody.`;
  }
  const wasHidden = await hideList.unhide(subject);
  return wasHidden ? `Drifter ${subject} is shown again.` : `Drifter ${subject} was not hidden.`;
}

async function describe(hideList: HideList): Promise<string> {
  const entries = await hideList.entries();
  if (entries.length === 0) return "No drifter is hidden.";
  return entries
    .map((entry) => [entry.drifterId, entry.hiddenAt, entry.reason].join("\t").trimEnd())
    .join("\n");
}

interface OpenedHideList extends AsyncDisposable {
  hideList: HideList;
}

async function openHideList({
  databaseUrl,
  dataDir,
}: Pick<Settings, "databaseUrl" | "dataDir">): Promise<OpenedHideList> {
  if (databaseUrl === undefined) {
    return { hideList: new HiddenFolder(dataDir), [Symbol.asyncDispose]: async () => {} };
  }
  const store = await PostgresStore.open(databaseUrl, pino({ level: "warn" }, process.stderr));
  return { hideList: store.hideList, [Symbol.asyncDispose]: () => store.close() };
}
