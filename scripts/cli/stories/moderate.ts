import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { type DrifterId, isDrifterId } from "#protocol/drifterId";
import type { Settings } from "#service/settings";
import {
  HiddenFolder,
  type HideList,
  longestSharedSeconds,
  newestRevisionFiles,
  PostgresStore,
  pathsWithStory,
  purgePath,
  readRevisionFile,
} from "#service/stories";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { assertStoreExists, type ReportLocation, type StoreLocation } from "./storeLocation.ts";

interface Moderation {
  /** `hide`, `unhide` or `hidden`. */
  command: string;
  /** The drifter's number, for the first two. */
  subject: string;
  reason: string;
}

/** A store, and the cache in front of the service. */
type Place = StoreLocation & Pick<Settings, "purgeUrl" | "publicUrl">;

/** After this, the service has noticed a change of the hide list: 250 ms with a folder, 100 with a database. */
const longestLagMilliseconds = 300;

/** Reads or changes the hide list, which a running service follows, and has the cache purged after a change. */
export async function moderate(
  { command, subject, reason }: Moderation,
  place: Place,
  tell: ReportLocation,
): Promise<string> {
  if (command !== "hidden" && !isDrifterId(subject)) {
    throw new UsageError(`${subject} is not a drifter's number. Write it in plain digits.`);
  }
  await assertStoreExists(place);
  tell(place);
  await using opened = await openHideList(place);
  if (command === "hidden") return await describe(opened.hideList);
  if (command === "hide") {
    return `${await hide(opened, subject, reason)}${await purge(subject, place)}`;
  }
  if (!(await opened.hideList.unhide(subject))) return `Drifter ${subject} was not hidden.`;
  return `Drifter ${subject} is shown again.${await purge(subject, place)}`;
}

/** Purges the pages with a drifter's story, if there is a cache; returns a line for the person if that fails. */
async function purge(drifterId: DrifterId, { purgeUrl, publicUrl }: Place): Promise<string> {
  if (purgeUrl === undefined) return "";
  await delay(longestLagMilliseconds);
  const paths = pathsWithStory(drifterId);
  const purges = paths.map((path) => purgePath({ purgeUrl, publicUrl }, path));
  const [failure] = (await Promise.allSettled(purges)).filter(
    ({ status }) => status !== "fulfilled",
  );
  if (failure === undefined) return "";
  const cause = failure.status === "rejected" ? failure.reason : undefined;
  const why = cause instanceof Error ? cause.message : String(cause);
  return `\nThe cache at PURGE_URL could not be purged (${why}): it may show the former page for ${longestSharedSeconds} seconds.`;
}

async function hide(opened: OpenedHideList, drifterId: DrifterId, reason: string): Promise<string> {
  const hasStory = await opened.hasStory(drifterId);
  await opened.hideList.hide(drifterId, reason);
  const done = `Drifter ${drifterId} is hidden: its stories are stored but not served.`;
  if (hasStory) return done;
  return `${done}\nIt has no story in this store. If you have seen one, check the number and the store.`;
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
  /** Whether a drifter has a story, hidden or not. */
  hasStory(drifterId: DrifterId): Promise<boolean>;
}

async function openHideList({ databaseUrl, dataDir }: StoreLocation): Promise<OpenedHideList> {
  if (databaseUrl === undefined) {
    return {
      hideList: new HiddenFolder(dataDir),
      hasStory: (drifterId) => isToldIn(dataDir, drifterId),
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const store = await PostgresStore.open(databaseUrl, pino({ level: "warn" }, process.stderr));
  return {
    hideList: store.hideList,
    hasStory: async (drifterId) => (await store.newest(drifterId))?.isStory === true,
    [Symbol.asyncDispose]: () => store.close(),
  };
}

/** Reads the folder without opening the store, which the running service has locked. */
async function isToldIn(folder: string, drifterId: DrifterId): Promise<boolean> {
  const names = await readdir(folder);
  const newest = newestRevisionFiles(names).find((file) => file.drifterId === drifterId);
  if (newest === undefined) return false;
  // A corrupt file still proves that there was a story.
  const kept = await readRevisionFile(folder, newest).catch(() => undefined);
  return kept?.isStory ?? true;
}
