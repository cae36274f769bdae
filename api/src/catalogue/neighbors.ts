import type { Address } from "viem";
import type { DrifterId } from "#protocol/values/drifterId";
import { maxNeighbors } from "#protocol/wire/catalogue";
import type { TokenNeighbors } from "#protocol/wire/responses";
import { formatTrait } from "#protocol/wire/trait";
import { ApiError } from "../base/apiError.ts";
import type { MintedTokens } from "../chain/minted.ts";
import type { Names } from "../names/names.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import type { StorySearch } from "../search/storySearch.ts";
import { type Catalogue, type CatalogueEntry, toReference } from "./catalogue.ts";

interface NeighborDependencies {
  catalogue: Catalogue;
  store: Pick<NarrativeStore, "stories">;
  search: Pick<StorySearch, "mentionedIn" | "mentions">;
  minted: Pick<MintedTokens, "isMinted">;
  names: Pick<Names, "of">;
}

/**
 * Returns a function that finds a token's neighbors. `readOwned` returns the token's owner and the
 * owner's latest tokens, or null if the chain cannot be read.
 */
export function createNeighbors({ catalogue, store, search, minted, names }: NeighborDependencies) {
  return async (
    drifterId: DrifterId,
    readOwned: () => Promise<{ owner: Address; drifterIds: readonly DrifterId[] } | null>,
  ): Promise<TokenNeighbors> => {
    // Reads the chain again if the token is not in the cached ranges.
    await minted.isMinted(drifterId);
    const { entries, circle, get, traits } = await catalogue.view();
    const entry = get(drifterId);
    if (entry === undefined) throw new ApiError("token.not_found");
    const [owned, mentionedIn, mentions] = await Promise.all([
      readOwned(),
      search.mentionedIn(drifterId, (writer) => get(writer) !== undefined),
      search.mentions(drifterId),
    ]);
    const stories = await store.stories();
    const hasStory = (other: CatalogueEntry) => stories.has(other.drifterId);
    const choose = (others: Iterable<CatalogueEntry>) =>
      takeFirst(others, entry, hasStory).map(toReference);
    const [anywhere] = takeFirst(entriesAfter(circle, entry), entry, hasStory);
    const known = (ids: readonly DrifterId[]) =>
      ids.map(get).filter((found) => found !== undefined);
    const isSamePhase = ({ phase }: CatalogueEntry) => phase !== undefined && phase === entry.phase;
    const orNull = (other: CatalogueEntry | undefined) => (other ? toReference(other) : null);
    const index = entries.indexOf(entry);
    const { author } = stories.story(drifterId) ?? stories.absence(drifterId).removed ?? {};
    const named = [owned?.owner, author].flatMap((person) => {
      const name = person && names.of(person);
      return name ? [[person, name] as const] : [];
    });
    return {
      previous: orNull(entries[index - 1]),
      next: orNull(entries[index + 1]),
      withStory: orNull(anywhere && hasStory(anywhere) ? anywhere : undefined),
      owner: owned?.owner ?? null,
      sameOwner: owned && choose(known(owned.drifterIds)),
      samePhase: choose(entriesAfter(circle, entry, isSamePhase)),
      mentionedIn: mentionedIn
        .flatMap(({ drifterId, quote }) =>
          known([drifterId]).map((other) => ({ ...toReference(other), quote })),
        )
        .slice(0, maxNeighbors),
      mentions: known(mentions).slice(0, maxNeighbors).map(toReference),
      traits: entry.traits.map(formatTrait).map((trait) => {
        return { trait, count: traits.get(trait)?.entries.length ?? 0 };
      }),
      ...(named.length > 0 && { names: Object.fromEntries(named) }),
    };
  };
}

/** Returns the matching entries that follow `entry` in the shuffled order, wrapping around at the end. */
function* entriesAfter(
  sorted: readonly CatalogueEntry[],
  entry: CatalogueEntry,
  belongs: (other: CatalogueEntry) => boolean = () => true,
) {
  const index = sorted.indexOf(entry);
  for (let step = 1; step < sorted.length; step += 1) {
    const other = sorted[(index + step) % sorted.length];
    if (other !== undefined && belongs(other)) yield other;
  }
}

/** Returns the first few entries with stories, padded with entries without stories. */
function takeFirst(
  entries: Iterable<CatalogueEntry>,
  self: CatalogueEntry,
  hasStory: (entry: CatalogueEntry) => boolean,
): CatalogueEntry[] {
  const withStory: CatalogueEntry[] = [];
  const without: CatalogueEntry[] = [];
  for (const entry of entries) {
    if (entry === self) continue;
    if (hasStory(entry)) withStory.push(entry);
    else if (without.length < maxNeighbors) without.push(entry);
    if (withStory.length === maxNeighbors) break;
  }
  return [...withStory, ...without].slice(0, maxNeighbors);
}
