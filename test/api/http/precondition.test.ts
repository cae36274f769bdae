import { expect } from "chai";
import { parsePrecondition, revisionTag } from "../../../api/src/http/revisionTag.ts";
import type { Head } from "../../../api/src/narratives/storyIndex.ts";

const head = (drifterId: string, second: number, isStory = true, revision = 1): Head => ({
  item: {
    drifterId,
    author: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    savedAt: `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`,
    revision,
  },
  isStory,
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
