// Run by a test on a nearly full disk: reports the outcome of saving a story that does not fit.
import { readdir } from "node:fs/promises";
import { pino } from "pino";
import { FolderStore } from "../../../api/src/narratives/folder/folderStore.ts";
import { codeOf, draft } from "../../support/api/narrativeDraft.ts";

// Runs only as the main module, not when imported.
if (import.meta.main) await main();

async function main(): Promise<void> {
  const [folder = ""] = process.argv.slice(2);
  const silent = pino({ level: "silent" });

  const store = await FolderStore.open(folder, silent);
  await store.save(draft("1", "Before."));
  const rejection = await codeOf(store.save(draft("1", "dust ".repeat(40_000))));
  const storyAfter = (await store.find("1"))?.narrative;
  const listed = (await store.stories()).list().map(({ drifterId }) => drifterId);
  const leftovers = (await readdir(folder)).filter((name) => name.endsWith(".tmp"));
  const { kind: smallOneAfter } = await store.save(draft("1", "Small."));
  await store.close();

  const again = await FolderStore.open(folder, silent);
  const storyReopened = (await again.find("1"))?.narrative;
  await again.close();

  console.log(
    JSON.stringify({ rejection, storyAfter, listed, leftovers, smallOneAfter, storyReopened }),
  );
}
