import { expect } from "chai";
import { parsePrecondition, revisionTag } from "../../api/src/narratives/revisionTag.ts";
import { type Head, StoryIndex } from "../../api/src/narratives/storyIndex.ts";

const head = (drifterId: string, second: number, isStory = true): Head => ({
  item: {
    drifterId,
    author: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    savedAt: `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`,
    revision: 1,
  },
  hash: drifterId,
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
    for (const id of ["1", "2", "3", "1"]) index.place(head(id, 1));
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
    expect(index.ownStory("1")).to.equal(one.item);
    expect(index.get("1")).to.equal(one);
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
