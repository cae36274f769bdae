import type { Trait } from "#protocol/wire/responses";
import {
  type CatalogueEntry,
  type CatalogueView,
  createCatalogue,
} from "../../../api/src/catalogue/catalogue.ts";
import type { CollectionMetadata } from "../../../api/src/catalogue/metadata.ts";
import { createRanges, type MintedRanges } from "../../../api/src/chain/mintedRanges.ts";
import type { Names } from "../../../api/src/names/names.ts";

/** Metadata in memory: `{ 1: { name: "Mara", traits: ["Hat:Cowl"] } }`. */
export type GivenTokens = Record<number, { name?: string; traits?: readonly string[] }>;

function traitOf(text: string): Trait {
  const [type = "", value = ""] = text.split(":");
  return { type, value };
}

export function metadataOf(tokens: GivenTokens): CollectionMetadata {
  return {
    know: async () => {},
    of(drifterId) {
      const { name, traits: given = [] } = tokens[Number(drifterId)] ?? {};
      const traits = given.map(traitOf);
      const words = [name ?? "", ...traits.map(({ value }) => value)].join(" ").toLowerCase();
      return { ...(name !== undefined && { name }), traits, words: ` ${words}` };
    },
    list: async () => Object.keys(tokens),
    version: () => 0,
  };
}

/** Names of a chain without ENS. */
export const noNames: Names = {
  peek: () => undefined,
  of: () => undefined,
  find: async () => undefined,
};

/** Returns ranges of minted drifters: `{ Ember: [1, 4] }` contains 1 to 3. */
export function rangesOf(phases: Record<string, readonly [number, number]>): MintedRanges {
  return createRanges(
    1n,
    Object.entries(phases).map(([phase, [start, end]]) => ({
      phase,
      start: BigInt(start),
      end: BigInt(end),
    })),
  );
}

export async function viewOf(
  tokens: GivenTokens,
  phases: Record<string, readonly [number, number]>,
): Promise<CatalogueView> {
  const minted = { current: async () => rangesOf(phases) };
  return createCatalogue({ minted, metadata: metadataOf(tokens) }).view();
}

export function idsOf(entries: readonly Pick<CatalogueEntry, "drifterId">[]): string {
  return entries.map(({ drifterId }) => drifterId).join(" ");
}

/** Six drifters in two phases. */
export const six = {
  1: { name: "Mara of the Salt", traits: ["Hat:Cowl", "Sky:Dusk"] },
  2: { name: "Ilo", traits: ["Hat:Bare", "Sky:Dusk"] },
  3: { name: "Wren", traits: ["Hat:Cowl", "Sky:Dawn"] },
  10: { name: "Dusk Walker", traits: ["Hat:Cowl", "Sky:Dusk"] },
  11: { name: "Nim", traits: ["Hat:Bare", "Sky:Dawn"] },
  12: {},
};
export const phases = { Ember: [1, 4], Gale: [10, 13] } as const;
