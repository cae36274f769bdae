import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import type { NarrativeRecord } from "#protocol/narrative";
import { createPreparedReads } from "../../api/src/narratives/preparedReads.ts";
import { listItemOf } from "../../api/src/narratives/receipt.ts";
import { textHash } from "../../api/src/narratives/textHash.ts";
import { draft } from "./narrativeDraft.ts";

const storyBytes = 1_000;

describe("createPreparedReads", () => {
  let found: string[];
  let records: Map<string, NarrativeRecord>;
  let items: Map<string, ReturnType<typeof listItemOf>>;
  beforeEach(() => {
    found = [];
    records = new Map();
    items = new Map();
    for (const id of ["1", "2", "3"]) tell(id, 1);
  });

  const tell = (id: string, revision: number) => {
    const narrative = textHash(`${id} ${revision}`).padEnd(storyBytes, ".");
    const record = { ...draft(id, narrative), savedAt: "2026-01-01T00:00:00.000Z", revision };
    records.set(id, record);
    items.set(id, listItemOf(record));
  };
  const prepare = (cacheBytes: number) =>
    createPreparedReads(
      {
        list: async () => [...items.values()],
        peek: async (id) => items.get(id),
        async find(id) {
          found.push(id);
          return records.get(id);
        },
      },
      cacheBytes,
    );

  it("reads a story once for many readers, and anew when it has changed", async () => {
    const { answerStory } = prepare(1_000_000);
    for (let round = 0; round < 3; round += 1)
      expect(await sentBy(answerStory, "1")).to.include("1");
    expect(found).to.deep.equal(["1"]);
    tell("1", 2);
    expect(JSON.parse(await sentBy(answerStory, "1"))).to.have.property("revision", 2);
    expect(found).to.deep.equal(["1", "1"]);
  });

  it("keeps the stories that were read last, and no more than it has room for", async () => {
    const { answerStory } = prepare(storyBytes * 2.9);
    for (const id of ["1", "2", "1", "3", "1"]) await sentBy(answerStory, id);
    expect(found).to.deep.equal(["1", "2", "3"]);
    await sentBy(answerStory, "2");
    expect(found).to.deep.equal(["1", "2", "3", "2"]);
  });

  it("serves a story that is larger than all its room", async () => {
    const { answerStory } = prepare(10);
    expect(await sentBy(answerStory, "1")).to.equal(JSON.stringify(records.get("1")));
    expect(await sentBy(answerStory, "1")).to.equal(JSON.stringify(records.get("1")));
  });

  it("sends nothing when there is no story", async () => {
    expect(await sentBy(prepare(10).answerStory, "9")).to.equal("");
  });
});

/** The body of the answer to somebody who asks for a story. */
async function sentBy(
  answerStory: ReturnType<typeof createPreparedReads>["answerStory"],
  id: string,
): Promise<string> {
  // Safety: all that is looked at.
  const request = { headers: {} } as IncomingMessage;
  return (await answerStory(id, request))?.body?.toString() ?? "";
}
