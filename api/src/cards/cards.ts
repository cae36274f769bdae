import { createHash } from "node:crypto";
import { narrativeHash } from "#protocol/stories/narrativeMessage";
import type { DrifterId } from "#protocol/values/drifterId";
import { tokenTitle } from "#protocol/values/noun";
import { productName } from "#protocol/wire/pages";
import type { SignedRevision } from "#protocol/wire/responses";
import { ApiError } from "../base/apiError.ts";
import { BoundedQueue } from "../base/boundedQueue.ts";
import type { Collection } from "../collection/collection.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { shorten, splitTitle } from "../narratives/text.ts";
import { drawCard } from "./drawCard.ts";

interface CardDependencies {
  collection: Pick<Collection, "readMetadata" | "readPortrait">;
  store: Pick<NarrativeStore, "find">;
}

interface Card {
  /** Equal for cards that show the same. */
  key: string;
  image: Promise<Buffer>;
}

/** One card at a time, because a card takes a tenth of a second on every core. */
const limits = { running: 1, waiting: 32, waitMilliseconds: 10_000 };
/** Maximum number of cached cards, of about 200 kB each. */
const maxCards = 100;

/** Maximum length of the story on a card, in graphemes: about three lines. A first sentence alone may be a name. */
const maxSentence = 150;

const { format: formatDate } = new Intl.DateTimeFormat("en-US", {
  dateStyle: "long",
  timeZone: "UTC",
});

/**
 * Returns a function that draws the card of a token's current story, or returns the cached card of the same story,
 * name and portrait.
 *
 * @throws {ApiError} `narrative.not_found`, `service.busy`, or an error of the collection or the store.
 */
export function createCards({ collection, store }: CardDependencies) {
  const queue = new BoundedQueue(limits);
  /** Least recently used first. */
  const cards = new Map<DrifterId, Card>();

  return async (drifterId: DrifterId): Promise<Buffer> => {
    const story = await store.find(drifterId);
    if (story === undefined) {
      cards.delete(drifterId);
      throw new ApiError("narrative.not_found");
    }
    const metadata = await collection.readMetadata(drifterId);
    const portrait = await collection.readPortrait(drifterId);
    const name = metadata?.name || tokenTitle(drifterId);
    const key = createHash("sha256")
      .update(JSON.stringify([story.revision, story.savedAt, name]))
      .update(portrait)
      .digest("hex");
    const cached = cards.get(drifterId);
    const card = cached?.key === key ? cached : { key, image: draw(story, name, portrait) };
    cards.delete(drifterId);
    cards.set(drifterId, card);
    for (const oldest of cards.keys()) if (cards.size > maxCards) cards.delete(oldest);
    // A failed card is drawn again at the next request.
    card.image.catch(() => cards.get(drifterId) === card && cards.delete(drifterId));
    return card.image;
  };

  function draw({ drifterId, narrative, savedAt }: SignedRevision, name: string, portrait: Buffer) {
    const { title, text } = splitTitle(narrative);
    return queue.run(() =>
      drawCard({
        ...{ portrait, name, number: tokenTitle(drifterId) },
        sentence: shorten(text || title, maxSentence),
        foot: `${productName} · ${formatDate(new Date(savedAt))}`,
        hash: narrativeHash(narrative),
      }),
    );
  }
}
