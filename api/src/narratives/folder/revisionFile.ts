import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { Low } from "lowdb";
import { narrativeHash, ownershipMessage } from "#protocol/stories/narrativeMessage";
import { type DrifterId, isDrifterId } from "#protocol/values/drifterId";
import type { SignedRevision } from "#protocol/wire/responses";
import { signedRevisionSchema } from "#protocol/wire/responses";
import { CorruptFileError, DurableFile } from "../../files/durableFile.ts";

/**
 * One accepted revision's file: a lowdb file that is written once. The name contains everything
 * needed to reject a replaced text, even if the content is corrupt.
 */
export interface RevisionFile {
  drifterId: DrifterId;
  revision: number;
  /** The text's SHA-256. */
  hash: string;
  /** Whether the file is quarantined. */
  isQuarantined: boolean;
}

const fileNamePattern =
  /^(?<drifterId>\d+)\.(?<revision>[1-9]\d{0,14})\.(?<hash>[0-9a-f]{64})\.json(?<aside>\.corrupt-\d+)?$/;

/** Parses a revision's file name; undefined for other names. */
export function parseRevisionFileName(name: string): RevisionFile | undefined {
  const { drifterId = "", revision, hash = "", aside } = fileNamePattern.exec(name)?.groups ?? {};
  if (!isDrifterId(drifterId)) return undefined;
  return { drifterId, revision: Number(revision), hash, isQuarantined: aside !== undefined };
}

/** Groups a folder's files by token, oldest revision first, including quarantined files. */
export function groupRevisionFiles(names: readonly string[]): Map<DrifterId, RevisionFile[]> {
  const files = names.map(parseRevisionFileName).filter((file) => file !== undefined);
  files.sort((a, b) => a.revision - b.revision);
  return Map.groupBy(files, ({ drifterId }) => drifterId);
}

/** Returns each token's latest file. */
export function latestRevisionFiles(names: readonly string[]): RevisionFile[] {
  const newest = [...groupRevisionFiles(names).values()].map((files) => files.at(-1));
  return newest.filter((file) => file !== undefined);
}

function formatFileName({ drifterId, revision, hash }: RevisionFile): string {
  return `${drifterId}.${revision}.${hash}.json`;
}

function revisionPath(folder: string, file: RevisionFile): string {
  return join(folder, formatFileName(file));
}

/** @throws {CorruptFileError} if the file is missing or does not match its name. */
export async function readRevisionFile(
  folder: string,
  file: RevisionFile,
): Promise<SignedRevision> {
  const database = open(folder, file);
  await database.read();
  if (database.data === null) throw new CorruptFileError(`${formatFileName(file)} is gone.`);
  const signed = database.data;
  const isItself =
    signed.drifterId === file.drifterId &&
    signed.revision === file.revision &&
    narrativeHash(signed.narrative) === file.hash &&
    signed.signedMessage === ownershipMessage(file.drifterId, file.hash);
  if (isItself) return signed;
  throw new CorruptFileError(`The content of ${formatFileName(file)} does not match its name.`);
}

export async function writeRevisionFile(folder: string, signed: SignedRevision): Promise<void> {
  const database = open(folder, toRevisionFile(signed));
  database.data = signed;
  await database.write();
}

/** Renames a corrupt file, so that an operator can repair it. */
export async function quarantineRevisionFile(folder: string, file: RevisionFile): Promise<string> {
  const aside = `${formatFileName(file)}.corrupt-${Date.now()}`;
  await rename(revisionPath(folder, file), join(folder, aside));
  return aside;
}

export function toRevisionFile(signed: SignedRevision): RevisionFile {
  const { drifterId, revision, narrative } = signed;
  return { drifterId, revision, hash: narrativeHash(narrative), isQuarantined: false };
}

function open(folder: string, file: RevisionFile): Low<SignedRevision | null> {
  const path = revisionPath(folder, file);
  return new Low(new DurableFile<SignedRevision | null>(path, signedRevisionSchema.parse), null);
}

/**
 * Reads every signed revision in a story folder, each token's oldest first. Safe while a server
 * writes there, because signed revisions never change.
 *
 * @throws {CorruptFileError} for an unreadable signed revision; skips quarantined files.
 */
export async function* readRevisions(folder: string): AsyncIterable<SignedRevision> {
  const names = await readdir(folder);
  const files = names.map(parseRevisionFileName).filter((file) => file !== undefined);
  for (const file of files.sort(compareByTokenAndAge)) {
    if (!file.isQuarantined) yield readRevisionFile(folder, file);
  }
}

function compareByTokenAndAge(a: RevisionFile, b: RevisionFile): number {
  return Number(BigInt(a.drifterId) - BigInt(b.drifterId)) || a.revision - b.revision;
}

/** Counts a folder's quarantined files. */
export async function countQuarantined(folder: string): Promise<number> {
  const names = await readdir(folder);
  return names.filter((name) => /\.json\.corrupt-\d+$/.test(name)).length;
}
