import type { DrifterId } from "#protocol/values/drifterId";
import type { TokenReference, Trait } from "#protocol/wire/responses";
import { formatTrait } from "#protocol/wire/trait";
import { ApiError } from "../base/apiError.ts";
import { type MintedTokens, mintedUnknown } from "../chain/minted.ts";
import type { CachedMetadata, CollectionMetadata } from "./metadata.ts";

/** A minted token. */
export interface CatalogueEntry extends CachedMetadata {
  drifterId: DrifterId;
  number: number;
  phase: string | undefined;
  /** The token's position in a fixed pseudorandom order. */
  shuffled: number;
}

/** The tokens with a trait, sorted by `shuffled`. */
interface TraitGroup {
  trait: Trait;
  entries: CatalogueEntry[];
}

/** Snapshot of all minted tokens. */
export interface CatalogueView {
  /** Sorted by number. */
  entries: readonly CatalogueEntry[];
  /** The same tokens, sorted by `shuffled`. */
  circle: readonly CatalogueEntry[];
  get(drifterId: DrifterId): CatalogueEntry | undefined;
  /** Names of phases with minted tokens, sorted by ID. */
  phases: readonly string[];
  /** Tokens by `formatTrait` key. */
  traits: ReadonlyMap<string, TraitGroup>;
}

/** Caches minted tokens with their names and traits. Omits IDs above 2^53 − 1. */
export interface Catalogue {
  /**
   * Returns the same object until a change.
   *
   * @throws {ApiError} `chain.unavailable` while the minted tokens are unknown.
   */
  view(): Promise<CatalogueView>;
}

type CataloguePosition = Pick<CatalogueEntry, "drifterId" | "number" | "phase">;

export function createCatalogue({
  minted,
  metadata,
}: {
  minted: Pick<MintedTokens, "current">;
  metadata: CollectionMetadata;
}): Catalogue {
  let positions: { key: unknown; list: readonly CataloguePosition[] } | undefined;
  let last:
    | { list: readonly CataloguePosition[]; version: number; view: CatalogueView }
    | undefined;

  return {
    async view() {
      const list = await listPositions();
      await metadata.know(list, "long");
      const version = metadata.version();
      if (last?.list !== list || last.version !== version) {
        last = { list, version, view: createView(list, metadata) };
      }
      return last.view;
    },
  };

  /** Returns the same list until a token is minted, or a reorg undoes a mint. */
  async function listPositions(): Promise<readonly CataloguePosition[]> {
    const ranges = await minted.current();
    if (ranges === undefined) throw new ApiError("chain.unavailable", { detail: mintedUnknown });
    // With `REVEAL=all`, the tokens with metadata are listed, and their phases are unknown.
    const ids = Number.isFinite(ranges.total) ? undefined : await metadata.list();
    const key = ids ?? ranges.key;
    if (positions?.key !== key) {
      const list = ids
        ? ids
            .map(Number)
            .filter(Number.isSafeInteger)
            .map((number) => shufflePosition(number, undefined))
        : ranges.ranges.flatMap(({ phase, start, end }) =>
            Array.from({ length: end - start }, (_, index) =>
              shufflePosition(start + index, phase),
            ),
          );
      positions = { key, list: list.sort((a, b) => a.number - b.number) };
    }
    return positions.list;
  }
}

function shufflePosition(number: number, phase: string | undefined): CataloguePosition {
  return { drifterId: String(number), number, phase };
}

/** Mixes a number's bits with MurmurHash3's finalizer, which is a bijection on 32-bit numbers. */
function scramble(number: number): number {
  let bits = number ^ Math.floor(number / 2 ** 32);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function createView(
  positions: readonly CataloguePosition[],
  metadata: Pick<CollectionMetadata, "of">,
): CatalogueView {
  const entries = positions.map((position): CatalogueEntry => {
    const { name, traits = [], words = "" } = metadata.of(position.drifterId) ?? {};
    const shuffled = scramble(position.number);
    return {
      ...position,
      ...(name !== undefined && { name }),
      traits,
      words,
      shuffled,
    };
  });
  const byId = new Map(entries.map((entry) => [entry.drifterId, entry]));
  const circle = entries.toSorted((a, b) => a.shuffled - b.shuffled);
  const traits = new Map<string, TraitGroup>();
  for (const entry of circle) {
    for (const trait of entry.traits) {
      const key = formatTrait(trait);
      const found = traits.get(key) ?? { trait, entries: [] };
      found.entries.push(entry);
      traits.set(key, found);
    }
  }
  return {
    entries,
    circle,
    get: (drifterId) => byId.get(drifterId),
    phases: [...new Set(entries.map(({ phase }) => phase))].filter((phase) => phase !== undefined),
    traits,
  };
}

export function toReference({
  drifterId,
  name,
}: Pick<CatalogueEntry, "drifterId" | "name">): TokenReference {
  return { drifterId, ...(name !== undefined && { name }) };
}
