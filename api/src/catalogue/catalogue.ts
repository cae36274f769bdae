import type { Trait } from "#protocol/catalogue";
import type { DrifterId } from "#protocol/drifterId";
import { type MintedDrifters, mintedUnknown } from "../minted/mintedDrifters.ts";
import type { MintedRanges } from "../minted/mintedRanges.ts";
import { ApiError } from "../problem.ts";
import type { CollectionMetadata, KnownMetadata } from "./collectionMetadata.ts";

/** A minted drifter. */
export interface CatalogueEntry {
  drifterId: DrifterId;
  number: number;
  phase: string | undefined;
  metadata: KnownMetadata;
  /** Place in an order that looks random and never changes. */
  shuffled: number;
}

/** All minted drifters at one moment. */
export interface CatalogueView {
  /** By number. */
  entries: readonly CatalogueEntry[];
  /** The same, by `shuffled`. */
  circle: readonly CatalogueEntry[];
  get(drifterId: DrifterId): CatalogueEntry | undefined;
  /** Names of phases with minted drifters, in the order of their IDs. */
  phases: readonly string[];
  /** The drifters with each trait, by `shuffled`; equal traits are the same object. */
  traits: ReadonlyMap<Trait, readonly CatalogueEntry[]>;
}

/** Minted drifters with names and traits, in memory. IDs above 2^53 - 1 are left out. */
export interface Catalogue {
  /**
   * Returns the same object until something changes.
   *
   * @throws {ApiError} `chain.unavailable` while it is unknown what is minted.
   */
  view(): Promise<CatalogueView>;
}

interface CatalogueSources {
  minted: Pick<MintedDrifters, "current">;
  metadata: CollectionMetadata;
}

type Place = Omit<CatalogueEntry, "metadata">;

export function createCatalogue({ minted, metadata }: CatalogueSources): Catalogue {
  let places: { madeFrom: readonly unknown[]; list: readonly Place[] } | undefined;
  let last: { madeFrom: readonly unknown[]; view: CatalogueView } | undefined;

  return {
    async view() {
      const list = await listPlaces();
      await metadata.know(list, "long");
      const madeFrom = [list, metadata.version()];
      if (!isSame(last?.madeFrom, madeFrom)) {
        last = { madeFrom, view: createView(list, metadata) };
      }
      return last.view;
    },
  };

  /** Returns the same list until a drifter is minted, or a mint is undone. */
  async function listPlaces(): Promise<readonly Place[]> {
    const ranges = await minted.current();
    if (ranges === undefined) throw new ApiError("chain.unavailable", { detail: mintedUnknown });
    const isLimited = Number.isFinite(ranges.total);
    const withMetadata = isLimited ? undefined : await metadata.list();
    const madeFrom = [ranges.key, withMetadata];
    if (!isSame(places?.madeFrom, madeFrom)) {
      const list = withMetadata ? placesOfAll(withMetadata) : placesIn(ranges);
      places = { madeFrom, list };
    }
    return places.list;
  }
}

function isSame<Parts extends readonly unknown[]>(
  before: readonly unknown[] | undefined,
  now: Parts,
): before is Parts {
  return before !== undefined && now.every((part, index) => part === before[index]);
}

function placesIn({ ranges }: Pick<MintedRanges, "ranges">): Place[] {
  const places: Place[] = [];
  for (const { phase, start, end } of ranges) {
    for (let number = start; number < end; number += 1) places.push(placeOf(number, phase));
  }
  return places;
}

/** With `REVEAL=all`, drifters are those that have metadata, and their phases are unknown. */
function placesOfAll(drifterIds: readonly DrifterId[]): Place[] {
  return drifterIds
    .map(Number)
    .filter(Number.isSafeInteger)
    .sort((a, b) => a - b)
    .map((number) => placeOf(number, undefined));
}

function placeOf(number: number, phase: string | undefined): Place {
  return { drifterId: String(number), number, phase, shuffled: scramble(number) };
}

/** Mixes the bits of a number: the finaliser of MurmurHash3, which maps no two 32-bit numbers to the same. */
function scramble(number: number): number {
  let bits = number ^ Math.floor(number / 2 ** 32);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

const unknownMetadata: KnownMetadata = { traits: [], words: "" };

function createView(
  places: readonly Place[],
  metadata: Pick<CollectionMetadata, "of">,
): CatalogueView {
  const entries = places.map(
    (place): CatalogueEntry => ({
      ...place,
      metadata: metadata.of(place.drifterId) ?? unknownMetadata,
    }),
  );
  const byId = new Map(entries.map((entry) => [entry.drifterId, entry]));
  const circle = entries.toSorted((a, b) => a.shuffled - b.shuffled);
  const traits = new Map<Trait, CatalogueEntry[]>();
  for (const entry of circle) {
    for (const trait of entry.metadata.traits) {
      const others = traits.get(trait);
      if (others === undefined) traits.set(trait, [entry]);
      else others.push(entry);
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
