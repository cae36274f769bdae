import type { IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import { expect } from "chai";
import type { NarrativeRecord } from "#protocol/narrative";
import { createCollectionMetadata } from "../../api/src/catalogue/collectionMetadata.ts";
import { createFolderCollection } from "../../api/src/collection/folderCollection.ts";
import { narrativeHash } from "../../api/src/narratives/narrativeHash.ts";
import { createPreparedReads } from "../../api/src/narratives/preparedReads.ts";
import { listItemOf } from "../../api/src/narratives/receipt.ts";
import { mostListed } from "../../api/src/narratives/storyIndex.ts";
import { storiesOf } from "../support/storiesOf.ts";
import { draft } from "./narrativeDraft.ts";

const storyBytes = 1_000;
/** Bytes that count beside a story's text: the rest of its record, and 2,048 for what refers to it. */
const bytesBesideText =
  JSON.stringify({ ...draft("1", ""), savedAt: "2026-01-01T00:00:00.000Z", revision: 1 }).length +
  2_048;

describe("createPreparedReads", () => {
  let found: string[];
  /** Whether the store may answer from memory. */
  let isKnown: boolean;
  let records: Map<string, NarrativeRecord>;
  let items: Map<string, ReturnType<typeof listItemOf>>;
  beforeEach(() => {
    found = [];
    isKnown = false;
    records = new Map();
    items = new Map();
    for (const id of ["1", "2", "3"]) tell(id, 1);
  });

  const story = (id: string) => items.get(id);
  const tell = (id: string, revision: number) => {
    const narrative = narrativeHash(`${id} ${revision}`).padEnd(storyBytes, ".");
    const record = { ...draft(id, narrative), savedAt: "2026-01-01T00:00:00.000Z", revision };
    records.set(id, record);
    items.set(id, listItemOf(record));
  };
  it("compresses a list of 1,024 bytes or more, with Vary: Accept-Encoding", async () => {
    for (const bytes of [1_023, 1_024]) {
      const item = listItemOf({
        ...draft("1", ""),
        savedAt: "2026-01-01T00:00:00.000Z",
        revision: 1,
      });
      const unnamed = Buffer.byteLength(JSON.stringify([{ ...item, name: "" }]));
      const list = [{ ...item, name: "x".repeat(bytes - unnamed) }];
      const names = {
        know: () => undefined,
        of: () => ({ name: list[0]?.name ?? "", traits: [], words: "" }),
        version: () => 1,
      };
      const none = async () => undefined;
      const stories = async () => storiesOf([item]);
      const store = { known: () => undefined, stories, peek: none, find: none };
      const { answerList } = createPreparedReads(store, 10, names);
      const isLong = bytes === 1_024;
      for (const [headers, isZipped] of [
        [{}, false],
        [{ "accept-encoding": "gzip" }, isLong],
      ] as const) {
        // Safety: all that is looked at.
        const { headers: sent, body } = await answerList({ headers } as IncomingMessage);
        expect(sent.includes("gzip"), `${bytes} bytes`).to.equal(isZipped);
        expect(sent.includes("Vary"), `${bytes} bytes`).to.equal(isLong);
        const text = isZipped ? gunzipSync(body ?? "") : body;
        expect(text?.toString()).to.equal(JSON.stringify(list));
        expect(sent[sent.indexOf("Content-Length") + 1]).to.equal(String(body?.length));
      }
    }
  });

  it("makes the list again only when it or a name has changed", async () => {
    let name = "Mara";
    let version = 1;
    let stories = storiesOf([...items.values()]);
    const none = async () => undefined;
    const known = () => (isKnown ? stories : undefined);
    const store = { known, stories: async () => stories, peek: none, find: none };
    const names = {
      know: () => undefined,
      of: () => ({ name, traits: [], words: "" }),
      version: () => version,
    };
    const { answerList } = createPreparedReads(store, 10, names);
    // Safety: all that is looked at.
    const read = async () => (await answerList({ headers: {} } as IncomingMessage)).body;
    const first = await read();
    expect(first?.toString()).to.include('"name":"Mara"');
    isKnown = true;
    expect(answerList({ headers: {} })).to.have.property("body", first);
    isKnown = false;
    expect(await read()).to.equal(first);
    [name, version] = ["Mara of the Salt Flats", 2];
    const renamed = await read();
    expect(renamed?.toString()).to.include('"name":"Mara of the Salt Flats"');
    stories = storiesOf([...items.values()].slice(1));
    expect(JSON.parse(String(await read()))).to.have.length(2);
  });

  it("names the first page of the stories that a list of 10,000 leaves out", async () => {
    const item = listItemOf({
      ...draft("1", ""),
      savedAt: "2026-01-01T00:00:00.000Z",
      revision: 1,
    });
    const all = Array.from({ length: mostListed + 1 }, (_, id) => ({
      ...item,
      drifterId: `${id}`,
    }));
    const headersFor = async (list: typeof all) => {
      const stories = async () => storiesOf(list);
      const none = async () => undefined;
      const store = { known: () => undefined, stories, peek: none, find: none };
      const names = { know: () => undefined, of: () => undefined, version: () => 1 };
      return (await createPreparedReads(store, 10, names).answerList({ headers: {} })).headers;
    };
    const headers = await headersFor(all);
    const cursor = `at-${Date.parse(item.savedAt)}-${mostListed - 1}`;
    expect(headers[headers.indexOf("Link") + 1]).to.equal(
      `</api/narrative?limit=100&cursor=${cursor}>; rel="next"`,
    );
    expect(await headersFor(all.slice(1))).not.to.include("Link");
  });

  it("caches a story that fits exactly", async () => {
    const { answerStory } = prepare(storyBytes + bytesBesideText);
    for (const id of ["1", "1", "2", "2", "1"]) await sentBy(answerStory, id);
    expect(found).to.deep.equal(["1", "2", "1"]);
  });

  it("counts each read as a hit or a miss", async () => {
    const counted = { hits: 0, misses: 0 };
    const { answerStory } = prepare(1_000_000, counted);
    for (const id of ["1", "1", "2", "1", "9"]) await sentBy(answerStory, id);
    expect(counted).to.deep.equal({ hits: 2, misses: 2 });
  });

  for (const [header, isFresh] of [
    ["*", true],
    ['"other"', false],
    ["", false],
  ] as const) {
    it(`answers ${isFresh ? 304 : 200} to If-None-Match: ${header}`, async () => {
      const headers = { "if-none-match": header };
      // Safety: all that is looked at.
      const request = { headers } as IncomingMessage;
      const answer = await prepare(10).answerStory("1", request);
      expect(answer?.status).to.equal(isFresh ? 304 : 200);
      expect(answer?.body === undefined).to.equal(isFresh);
    });
  }

  it("compares the ETag of a story weakly, alone and in a list", async () => {
    const ask = async (header: string) => {
      // Safety: all that is looked at.
      const request = { headers: { "if-none-match": header } } as IncomingMessage;
      return prepare(10).answerStory("1", request);
    };
    const headers = (await ask('"other"'))?.headers ?? [];
    const etag = headers[headers.indexOf("ETag") + 1] ?? "";
    expect(etag).to.match(/^"1-\w+"$/);
    for (const header of [etag, `W/${etag}`, `"a", ${etag}`, `W/${etag} , "b"`]) {
      expect((await ask(header))?.status, header).to.equal(304);
    }
    expect((await ask(`V${etag}`))?.status).to.equal(200);
  });

  it("asks for at least the latest revision that If-None-Match names", async () => {
    const asked: unknown[] = [];
    const { answerStory } = createPreparedReads(
      {
        known: () => undefined,
        stories: async () => storiesOf([]),
        async peek(_, revision) {
          asked.push(revision);
          return undefined;
        },
        find: async () => undefined,
      },
      10,
      createCollectionMetadata(createFolderCollection("/nowhere")),
    );
    for (const header of [
      undefined,
      '"7-x"',
      'W/"8-x"',
      '"a", "9-x", "7-x"',
      "*",
      '"-1-x"',
      "8-x",
    ]) {
      await answerStory("1", { headers: header === undefined ? {} : { "if-none-match": header } });
    }
    expect(asked).to.deep.equal([0, 7, 8, 9, 0, 0, 0]);
  });

  const prepare = (cacheBytes: number, counted = { hits: 0, misses: 0 }) =>
    createPreparedReads(
      {
        known: () => (isKnown ? storiesOf([...items.values()]) : undefined),
        stories: async () => storiesOf([...items.values()]),
        peek: async (id) => story(id),
        async find(id) {
          found.push(id);
          return records.get(id);
        },
      },
      cacheBytes,
      createCollectionMetadata(createFolderCollection("/nowhere")),
      counted,
    );

  it("answers without a promise what is in memory, unless the reader knows a newer revision", async () => {
    isKnown = true;
    const { answerStory } = prepare(1_000_000);
    const ask = (etag?: string) => answerStory("1", { headers: { "if-none-match": etag } });
    expect(ask()).to.be.instanceOf(Promise);
    await ask();
    expect(ask()).to.have.property("status", 200);
    expect(ask('"1-x"')).to.have.property("status", 200);
    expect(ask('"2-x"')).to.be.instanceOf(Promise);
    tell("1", 2);
    expect(ask()).to.be.instanceOf(Promise);
    expect(answerStory("9", { headers: {} })).to.be.instanceOf(Promise);
    isKnown = false;
    expect(ask()).to.be.instanceOf(Promise);
  });

  it("answers with a story that was just saved without reading it, unless it has changed again or is hidden", () => {
    isKnown = true;
    const reads = prepare(1_000_000);
    const saved = (id: string) => {
      const record = records.get(id);
      if (record === undefined) throw new Error(`Drifter ${id} has no story.`);
      return record;
    };
    expect(reads.keep(saved("1"))).to.equal(reads.answerStory("1", { headers: {} }));
    const outdated = saved("2");
    tell("2", 2);
    const hidden = saved("3");
    items.delete("3");
    for (const record of [outdated, hidden]) {
      expect(JSON.parse(String(reads.keep(record).body))).to.deep.equal(record);
      expect(reads.answerStory(record.drifterId, { headers: {} })).to.be.instanceOf(Promise);
    }
    expect(found).to.deep.equal([]);
  });

  it("reads a story once for many readers, and again after a change", async () => {
    const { answerStory } = prepare(1_000_000);
    for (let round = 0; round < 3; round += 1)
      expect(await sentBy(answerStory, "1")).to.include("1");
    expect(found).to.deep.equal(["1"]);
    tell("1", 2);
    expect(JSON.parse(await sentBy(answerStory, "1"))).to.have.property("revision", 2);
    expect(found).to.deep.equal(["1", "1"]);
  });

  it("evicts the least recently read stories when it is full", async () => {
    const { answerStory } = prepare(2.9 * (storyBytes + bytesBesideText));
    for (const id of ["1", "2", "1", "3", "1"]) await sentBy(answerStory, id);
    expect(found).to.deep.equal(["1", "2", "3"]);
    await sentBy(answerStory, "2");
    expect(found).to.deep.equal(["1", "2", "3", "2"]);
  });

  it("serves a story that is larger than the cache", async () => {
    const { answerStory } = prepare(10);
    expect(await sentBy(answerStory, "1")).to.equal(JSON.stringify(records.get("1")));
    expect(await sentBy(answerStory, "1")).to.equal(JSON.stringify(records.get("1")));
  });

  it("sends nothing when there is no story", async () => {
    expect(await sentBy(prepare(10).answerStory, "9")).to.equal("");
  });
});

/** The body of the response to a request for a story. */
async function sentBy(
  answerStory: ReturnType<typeof createPreparedReads>["answerStory"],
  id: string,
): Promise<string> {
  // Safety: all that is looked at.
  const request = { headers: {} } as IncomingMessage;
  return (await answerStory(id, request))?.body?.toString() ?? "";
}
