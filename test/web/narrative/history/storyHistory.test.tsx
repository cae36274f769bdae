import { expect } from "chai";
import { narrativeHash, ownershipMessage } from "#protocol/stories/narrativeMessage";
import { sealPath } from "#protocol/stories/seal";
import type { TokenNeighbors } from "#protocol/wire/responses";
import {
  type Narrative,
  type NoNarrative,
  narrativeQueryOptions,
} from "../../../../web/src/narrative/narrativeApi.ts";
import { neighborsQueryOptions } from "../../../../web/src/tokens/neighbors.ts";
import "../../../support/web/componentLoader.ts";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";
import { clientWithData, renderMarkup } from "../../../support/web/markup.ts";

const { StoryHistory } = await import("../../../../web/src/narrative/history/StoryHistory.tsx");
const { default: TextChanges } = await import(
  "../../../../web/src/narrative/history/TextChanges.tsx"
);

const savedAt = "2026-05-04T10:00:00.000Z";
const origin = { author: hardhatAccount(2).address, savedAt, revision: 2 };
const first = "# Ash\n\nShe kept one lamp lit.";
const second = "# Ash\n\nShe kept two old lamps lit.";

describe("story history", () => {
  it("[S4.6] is omitted without a story, without an author in the response, or while the story is hidden", async () => {
    const hidden: Narrative = { narrative: "Hidden.", origin, isHidden: true };
    for (const story of [{ narrative: null }, { narrative: "Of unknown origin." }, hidden]) {
      const client = clientWithData();
      client.setQueryData(narrativeQueryOptions("7").queryKey, story);
      const { elements } = await renderMarkup(<StoryHistory drifterId="7" />, client);
      expect(elements).to.deep.equal([]);
    }
  });

  it("shows who wrote or removed the story and when, with its revisions", async () => {
    const signedMessage = ownershipMessage("7", narrativeHash("Told."));
    const written: Narrative = { narrative: "Told.", origin: { ...origin, signedMessage } };
    const removed: NoNarrative = { narrative: null, removed: origin };
    for (const [known, action] of [
      [written, "Written"],
      [removed, "Story removed"],
    ] as const) {
      const client = clientWithData();
      client.setQueryData(narrativeQueryOptions("7").queryKey, known);
      const { words, all } = await renderMarkup(<StoryHistory drifterId="7" />, client);
      const seals = all("path").map(({ attributes }) => attributes.d);
      expect(seals).to.deep.equal(known === written ? [sealPath(narrativeHash("Told."))] : []);
      expect(words).to.match(new RegExp(`^${action} by 0x3C44…93BC, .+Proof ?2 revisions$`));
      expect(all("time").map(({ attributes }) => attributes.datetime)).to.deep.equal([savedAt]);
    }
  });
});

/** Neighbors of a drifter whose story's author, or owner, has a name. */
const neighborsOf = (names: TokenNeighbors["names"] = {}): TokenNeighbors => ({
  ...{ previous: null, next: null, withStory: null, owner: null, sameOwner: null },
  ...{ samePhase: [], mentionedIn: [], mentions: [], traits: [], names },
});

describe("byline", () => {
  it("names the author only if the name belongs to the author's address", async () => {
    for (const [address, shown] of [
      [origin.author, "ash.eth"],
      [hardhatAccount(3).address, "0x3C44…93BC"],
    ] as const) {
      const client = clientWithData();
      const story: Narrative = { narrative: "Ash.", origin };
      client.setQueryData(narrativeQueryOptions("7").queryKey, story);
      const neighbors = neighborsOf({ [address]: { name: "ash.eth" } });
      client.setQueryData(neighborsQueryOptions("7").queryKey, neighbors);
      const { words } = await renderMarkup(<StoryHistory drifterId="7" />, client);
      expect(words).to.match(new RegExp(`^Written by ${shown}, `));
    }
  });
});

describe("revision changes", () => {
  it("marks additions and removals by text and signs, not only by color", async () => {
    const { words, all } = await renderMarkup(<TextChanges before={first} after={second} />);
    expect(words).to.contain("3 words added (+), 2 words removed (−).");
    expect(all("ins").map(({ text }) => text)).to.deep.equal([" [added: +two old lamps ] "]);
    expect(all("del").map(({ text }) => text)).to.deep.equal([" [removed: −one lamp ] "]);
    expect(all("pre")[0]?.text).to.contain("# Ash");
  });

  it("shows invisible characters, and escapes markup", async () => {
    const attack = `<img src=x onerror="window.canary = 1">\u202e**bold** [x](javascript:canary())`;
    const { all } = await renderMarkup(
      <TextChanges before={first} after={`${first}\n\n${attack}`} />,
    );
    expect(all("pre")[0]?.text).to.contain("⟨U+202E⟩**bold**").and.contain("<img src=x");
    expect(all("img", "a", "strong")).to.deep.equal([]);
  });
});
