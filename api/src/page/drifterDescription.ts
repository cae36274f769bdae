import { readFile, stat } from "node:fs/promises";
import { z } from "zod";

const textOf = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** What a preview takes from a metadata file. Only a name is needed, as in the app. */
const schema = z.object({
  name: z.string().min(1),
  description: z.string().catch(""),
  attributes: z.array(z.object({ trait_type: z.string(), value: textOf })).catch([]),
});

export type DrifterDescription = z.output<typeof schema>;

/** Metadata is a few kilobytes; a file far beyond that is something else. */
const largestMetadataBytes = 256 * 1024;

/** Reads a drifter's metadata file; undefined if it is missing or says nothing a page could show. */
export async function readDescription(file: string): Promise<DrifterDescription | undefined> {
  try {
    if ((await stat(file)).size > largestMetadataBytes) return undefined;
    return schema.safeParse(JSON.parse(await readFile(file, "utf8"))).data;
  } catch {
    return undefined;
  }
}

/** One sentence about a drifter without a story: its description, else its traits. */
export function traitsInWords({ description, attributes }: DrifterDescription): string {
  if (description.trim() !== "") return description;
  return attributes.map(({ trait_type, value }) => `${trait_type}: ${value}`).join(" · ");
}
