import { readFile, stat } from "node:fs/promises";
import { type DrifterMetadata, parseMetadata } from "#protocol/drifterMetadata";

/** Metadata is a few kilobytes; larger files are ignored. */
const largestMetadataBytes = 256 * 1024;

/** Reads a drifter's metadata file; undefined if it is missing or unusable. */
export async function readDescription(file: string): Promise<DrifterMetadata | undefined> {
  try {
    if ((await stat(file)).size > largestMetadataBytes) return undefined;
    return parseMetadata(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** Describes a drifter without a story in one sentence: its description, or else its traits. */
export function describeTraits({ description, attributes }: DrifterMetadata): string {
  if (description.trim() !== "") return description;
  return attributes.map(({ trait_type, value }) => `${trait_type}: ${value}`).join(" · ");
}
