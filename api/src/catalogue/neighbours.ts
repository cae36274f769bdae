import { formatTrait, mostNeighbours } from "#protocol/catalogue";
import type { DrifterId } from "#protocol/drifterId";
import type { DrifterNeighbours } from "#protocol/responses";
import { type CatalogueEntry, type CatalogueView, referenceTo } from "./catalogue.ts";

interface NeighbourSources {
  view: CatalogueView;
  hasStory: (entry: CatalogueEntry) => boolean;
  /** Drifters of the same owner; null while unknown. */
  owned: readonly DrifterId[] | null;
  /** Other drifters whose stories mention this one. */
  mentionedIn: readonly DrifterId[];
}

/** Finds where to go from a drifter. */
export function findNeighbours(
  entry: CatalogueEntry,
  sources: NeighbourSources,
): DrifterNeighbours {
  const { view, hasStory, owned, mentionedIn } = sources;
  const place = view.entries.indexOf(entry);
  const choose = (entries: Iterable<CatalogueEntry>) =>
    firstOf(entries, entry, hasStory).map(referenceTo);
  const [anywhere] = firstOf(after(view.circle, entry), entry, hasStory);
  const known = (ids: readonly DrifterId[]) =>
    ids.map((id) => view.get(id)).filter((found) => found !== undefined);
  const isSamePhase = ({ phase }: CatalogueEntry) => phase !== undefined && phase === entry.phase;
  const shared = rarestShared(entry, view);
  const orNull = (other: CatalogueEntry | undefined) => (other ? referenceTo(other) : null);
  return {
    previous: orNull(view.entries[place - 1]),
    next: orNull(view.entries[place + 1]),
    withStory: orNull(anywhere && hasStory(anywhere) ? anywhere : undefined),
    sameOwner: owned && choose(known(owned)),
    samePhase: choose(after(view.circle, entry, isSamePhase)),
    sharedTrait: shared
      ? { ...shared.trait, drifters: choose(after(shared.entries, entry)) }
      : null,
    mentionedIn: known(mentionedIn).slice(0, mostNeighbours).map(referenceTo),
  };
}

/** The rarest trait that others have too. */
function rarestShared(entry: CatalogueEntry, { traits }: CatalogueView) {
  const shared = entry.traits
    .map((trait) => traits.get(formatTrait(trait)))
    .filter((found) => found !== undefined && found.entries.length > 1);
  const [rarest] = shared.sort((a, b) => (a?.entries.length ?? 0) - (b?.entries.length ?? 0));
  return rarest;
}

/** The other entries that belong, from `entry` on in the order that looks random, and then from its start. */
function* after(
  sorted: readonly CatalogueEntry[],
  entry: CatalogueEntry,
  belongs: (other: CatalogueEntry) => boolean = () => true,
) {
  const place = sorted.indexOf(entry);
  for (let step = 1; step < sorted.length; step += 1) {
    const other = sorted[(place + step) % sorted.length];
    if (other !== undefined && belongs(other)) yield other;
  }
}

/** The first few entries with stories, and if they are too few, others. */
function firstOf(
  entries: Iterable<CatalogueEntry>,
  self: CatalogueEntry,
  hasStory: (entry: CatalogueEntry) => boolean,
): CatalogueEntry[] {
  const withStory: CatalogueEntry[] = [];
  const without: CatalogueEntry[] = [];
  for (const entry of entries) {
    if (entry === self) continue;
    if (hasStory(entry)) withStory.push(entry);
    else if (without.length < mostNeighbours) without.push(entry);
    if (withStory.length === mostNeighbours) break;
  }
  return [...withStory, ...without].slice(0, mostNeighbours);
}
