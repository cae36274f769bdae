import { readdir } from "node:fs/promises";
import { type DrifterId, isDrifterId } from "#protocol/values/drifterId";
import {
  HiddenFolder,
  type HideList,
  latestRevisionFiles,
  PostgresStore,
  type StorageLocation,
} from "#service/stories";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { assertStoreExists, logger, type ReportLocation } from "./store.ts";

interface Moderation {
  /** `hide`, `unhide` or `hidden`. */
  command: string;
  /** The token's number, for `hide` and `unhide`. */
  subject: string;
  reason: string;
  /** Whether to hide a token that has no story. */
  future: boolean;
}

/** Reads or changes the hide list, which a running service follows. */
export async function moderate(
  { command, subject, reason, future }: Moderation,
  location: StorageLocation,
  reportLocation: ReportLocation,
): Promise<string> {
  if (command !== "hidden" && !isDrifterId(subject)) {
    throw new UsageError(`${subject} is not a token ID. Use plain digits.`);
  }
  await assertStoreExists(location);
  reportLocation(location);
  await using opened = await openHideList(location);
  if (command === "hidden") return await describe(opened.hideList);
  if (command === "hide") {
    if (!future && !(await opened.hasStory(subject))) {
      throw new UsageError(
        `Nothing was hidden: token ${subject} has no story in this store. If you have seen one, check the number and the store. To hide its future stories, add --future.`,
      );
    }
    return await hide(opened.hideList, subject, reason);
  }
  if (!(await opened.hideList.unhide(subject))) return `Token ${subject} was not hidden.`;
  return `Token ${subject} is visible again: within seconds, its page, the lists, the API and the feeds show its latest story; new books include it. To hide it again, use hide ${subject}.`;
}

async function hide(hideList: HideList, drifterId: DrifterId, reason: string): Promise<string> {
  await hideList.hide(drifterId, reason);
  return `Token ${drifterId} is hidden: within seconds, its page, the lists, the API and the feeds show no story, and new books omit it. Nothing is deleted: exports contain the story, and existing books, feeds and copies still show it. Its owner can still save stories, which also stay hidden. To undo this, use unhide ${drifterId}.`;
}

async function describe(hideList: HideList): Promise<string> {
  const entries = await hideList.entries();
  if (entries.length === 0) return "No token is hidden.";
  return entries
    .map((entry) => [entry.drifterId, entry.hiddenAt, entry.reason].join("\t").trimEnd())
    .join("\n");
}

interface OpenedHideList extends AsyncDisposable {
  hideList: HideList;
  /** Returns whether a token has or had a story, hidden or not. */
  hasStory(drifterId: DrifterId): Promise<boolean>;
}

async function openHideList({ databaseUrl, dataDir }: StorageLocation): Promise<OpenedHideList> {
  if (databaseUrl === undefined) {
    return {
      hideList: new HiddenFolder(dataDir),
      hasStory: (drifterId) => hasStoryIn(dataDir, drifterId),
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const store = await PostgresStore.open(databaseUrl, logger);
  return {
    hideList: store.hideList,
    hasStory: async (drifterId) => (await store.stories()).get(drifterId) !== undefined,
    [Symbol.asyncDispose]: () => store.close(),
  };
}

/** Reads the folder without opening the store, which the running service has locked. */
async function hasStoryIn(folder: string, drifterId: DrifterId): Promise<boolean> {
  const files = latestRevisionFiles(await readdir(folder));
  return files.some((file) => file.drifterId === drifterId);
}
