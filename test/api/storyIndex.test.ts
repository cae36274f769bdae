import { expect } from "chai";
import { parsePrecondition, revisionTag } from "../../api/src/narratives/revisionTag.ts";
import { type Head, mostListed, StoryIndex } from "../../api/src/narratives/storyIndex.ts";

const head = (drifterId: string, second: number, isStory = true, revision = 1): Head => ({
  item: {
    drifterId,
    author: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    savedAt: `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`,
    revision,
  },
  isStory,
});

describe("StoryIndex", () => {
  const listed = (index: StoryIndex) => index.list().map(({ drifterId }) => drifterId);

  it("lists stories by time, newest first, in whatever order they arrive", () => {
    for (const order of [
      [1, 2, 3],
      [3, 1, 2],
      [2, 3, 1],
    ]) {
      const index = new StoryIndex();
      for (const second of order) index.place(head(String(second), second));
      index.place(head("9", 4, false));
      expect(listed(index)).to.deep.equal(["3", "2", "1"]);
    }
  });

  it("lists stories of the same time in reverse order of arrival", () => {
    const index = new StoryIndex();
    for (const id of ["1", "2", "3"]) index.place(head(id, 1));
    index.place(head("1", 1, true, 2));
    expect(listed(index)).to.deep.equal(["1", "3", "2"]);
  });

  it("shows a hidden story only to its owner's saves", () => {
    const index = new StoryIndex();
    const one = head("1", 1);
    index.place(one);
    index.place(head("2", 2));
    index.hideOnly(new Set(["1", "3"]));
    expect(listed(index)).to.deep.equal(["2"]);
    expect(index.story("1")).to.equal(undefined);
    expect(index.ownStory("1")).to.deep.equal(one.item);
    expect(index.get("1")).to.deep.equal(one);
    expect(["1", "2", "3"].map((id) => index.isHidden(id))).to.deep.equal([true, false, true]);
    index.hideOnly(new Set(["2"]));
    expect(listed(index)).to.deep.equal(["1"]);
    expect(["1", "2", "3"].map((id) => index.isHidden(id))).to.deep.equal([false, true, false]);
  });

  it("counts changes of stories and of what is hidden", () => {
    const index = new StoryIndex();
    const versions = [index.version];
    for (const change of [
      () => index.place(head("1", 1)),
      () => index.setHidden("1", true),
      () => index.setHidden("1", true),
      () => index.hideOnly(new Set()),
      () => index.list(),
    ]) {
      change();
      versions.push(index.version);
    }
    expect(versions).to.deep.equal([0, 1, 2, 2, 3, 3]);
  });

  it("does not count a revision that it has", () => {
    const index = new StoryIndex();
    for (const _ of [1, 2]) index.place(head("1", 1));
    expect(index.version).to.equal(1);
  });

  it("keeps every part of heads of any number, also after thousands of others", () => {
    const index = new StoryIndex();
    const ids = ["0", "7", String(2 ** 32 - 2), String(2 ** 32 - 1), String(2n ** 256n - 1n)];
    const heads = ids.map((id, second) => head(id, second, second !== 2, second + 1));
    for (const one of heads) index.place(one);
    for (let id = 1_000; id < 3_000; id += 1) index.place(head(String(id), 9));
    expect(ids.map((id) => index.get(id))).to.deep.equal(heads);
    expect(index.get("8")).to.equal(undefined);
    expect(index.get(String(2n ** 256n - 2n))).to.equal(undefined);
    expect(Array.from(index.heads(), ({ drifterId }) => drifterId).slice(0, 5)).to.deep.equal(ids);
    expect(index.count()).to.equal(2_004);
  });

  it("lists the newest, and has all in pages", () => {
    const index = new StoryIndex();
    for (let id = 0; id <= mostListed; id += 1) index.place(head(String(id), 1));
    // Saved again many times, which leaves no trace in the order.
    for (let revision = 2; revision < 300; revision += 1) index.place(head("5", 2, true, revision));
    expect(listed(index)).to.have.length(mostListed);
    expect(listed(index).slice(0, 2)).to.deep.equal(["5", String(mostListed)]);
    const last = { drifterId: "1", milliseconds: Date.parse(head("1", 1).item.savedAt) };
    expect(index.page(9, last).map(({ drifterId }) => drifterId)).to.deep.equal(["0"]);
  });

  it("returns a wallet's stories, newest first, whatever the case of its letters", () => {
    const index = new StoryIndex();
    for (const id of ["1", "2", "3"]) index.place(head(id, Number(id)));
    const { author } = head("1", 1).item;
    const other = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BD" as const;
    index.place({ item: { ...head("2", 4).item, author: other, revision: 2 }, isStory: true });
    index.setHidden("3", true);
    for (const wallet of [author, author.toLowerCase()]) {
      expect(index.byAuthor(wallet).map(({ drifterId }) => drifterId)).to.deep.equal(["1"]);
    }
    expect(index.byAuthor(other)).to.deep.equal([index.story("2")]);
  });

  it("knows which drifters have changed since a version", () => {
    const index = new StoryIndex();
    for (const id of ["1", "2", "3"]) index.place(head(id, Number(id)));
    const { version } = index;
    index.place(head("1", 4, true, 2));
    index.setHidden("2", true);
    index.setHidden("9", true);
    expect(index.changedSince(version)).to.deep.equal(["1", "2"]);
    expect(index.changedSince(index.version)).to.deep.equal([]);
  });

  it("returns the same list until a story or what is hidden changes", () => {
    const index = new StoryIndex();
    index.place(head("1", 1));
    const list = index.list();
    index.setHidden("1", false);
    index.hideOnly(new Set());
    expect(index.list()).to.equal(list);
    index.setHidden("1", true);
    const hidden = index.list();
    expect(hidden).to.deep.equal([]);
    index.setHidden("1", true);
    expect(index.list()).to.equal(hidden);
    index.setHidden("1", false);
    expect(index.list()).to.deep.equal(list);
  });
});

describe("the precondition of a save", () => {
  const { item } = head("1", 1);
  const tag = revisionTag(item);

  it("has an ETag of revision and time", () => {
    expect(tag).to.equal(`"1-${Date.parse(item.savedAt).toString(36)}"`);
    expect(revisionTag({ ...item, revision: 2 })).not.to.equal(tag);
    expect(revisionTag(head("1", 2).item)).not.to.equal(tag);
  });

  const match = (value: string) => ({ "if-match": value });
  const noneMatch = (value: string) => ({ "if-none-match": value });
  for (const { headers, over, overNone } of [
    { headers: {}, over: true, overNone: true },
    { headers: match(tag), over: true, overNone: false },
    { headers: match(`"a" , ${tag}`), over: true, overNone: false },
    { headers: match("*"), over: true, overNone: false },
    { headers: match('"a"'), over: false, overNone: false },
    { headers: match(`W/${tag}`), over: false, overNone: false },
    { headers: match(""), over: false, overNone: false },
    { headers: noneMatch("*"), over: false, overNone: true },
    { headers: noneMatch(tag), over: false, overNone: true },
    { headers: noneMatch('"a"'), over: true, overNone: true },
    { headers: { ...match(tag), ...noneMatch("*") }, over: false, overNone: false },
  ]) {
    it(`with ${JSON.stringify(headers)} is ${over} for that story, and ${overNone} without a story`, () => {
      const isMet = parsePrecondition(headers);
      expect([isMet(item), isMet(undefined)]).to.deep.equal([over, overNone]);
    });
  }
});
