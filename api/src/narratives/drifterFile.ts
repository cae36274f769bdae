import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import { type DrifterId, isDrifterId } from "#protocol/drifterId";
import type { NarrativeRecord } from "#protocol/narrative";
import { CorruptFileError, DurableFile, syncFolder } from "../durableFile.ts";
import { messageFits, parseReceipt } from "./receipt.ts";
import { writeRevisionFile } from "./revisionFile.ts";

/** Content of `{drifterId}.json` in folders of older versions: all revisions, oldest first. */
interface DrifterFile {
  revisions: NarrativeRecord[];
}

const drifterFileSchema: z.ZodType<DrifterFile> = z.object({
  revisions: z.array(z.unknown().transform(parseReceipt)).min(1),
});

/** Splits each file of an older version into one file per revision. It can be interrupted and resumed. */
export async function splitDrifterFiles(folder: string, logger: Logger): Promise<void> {
  const drifterIds = (await readdir(folder)).map(drifterOf).filter((id) => id !== undefined);
  for (const drifterId of drifterIds) await splitDrifterFile(folder, drifterId, logger);
  if (drifterIds.length === 0) return;
  await syncFolder(folder);
  logger.info({ drifters: drifterIds.length }, "migrated the stories' files");
}

/** Returns the drifter whose revisions an older version stored in the file of this name. */
export function drifterOf(name: string): DrifterId | undefined {
  const drifterId = name.replace(/\.json$/, "");
  return name !== drifterId && isDrifterId(drifterId) ? drifterId : undefined;
}

async function splitDrifterFile(folder: string, drifterId: DrifterId, logger: Logger) {
  const path = join(folder, `${drifterId}.json`);
  try {
    const content = await new DurableFile(path, drifterFileSchema.parse).read();
    const revisions = content?.revisions ?? [];
    assertOwnRevisions(drifterId, revisions);
    for (const receipt of revisions) await writeRevisionFile(folder, receipt);
    await rm(path);
  } catch (error) {
    if (!(error instanceof CorruptFileError)) throw error;
    const aside = `${drifterId}.json.corrupt-${Date.now()}`;
    await rename(path, join(folder, aside));
    logger.error({ err: error, aside }, "a story's file is corrupt and was set aside");
  }
}

/** Throws unless the file is complete and this drifter's, and each text matches its receipt. */
function assertOwnRevisions(drifterId: DrifterId, revisions: readonly NarrativeRecord[]): void {
  for (const [index, receipt] of revisions.entries()) {
    const isOwn = receipt.drifterId === drifterId && receipt.revision === index + 1;
    if (isOwn && messageFits(receipt)) continue;
    throw new CorruptFileError(`${drifterId}.json: revision ${index + 1} is invalid.`);
  }
}
