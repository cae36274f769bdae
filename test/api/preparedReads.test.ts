import { mkdir, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import type { NarrativeRecord } from "#protocol/narrative";
import { createDrifterNames } from "../../api/src/narratives/drifterNames.ts";
import { narrativeHash } from "../../api/src/narratives/narrativeHash.ts";
import { createPreparedReads } from "../../api/src/narratives/preparedReads.ts";
import { listItemOf } from "../../api/src/narratives/receipt.ts";
import { temporaryFolder } from "./apiFixture.ts";
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
    const narrative = narrativeHash(`${id} ${revision}`).padEnd(storyBytes, ".");
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
      createDrifterNames("/nowhere"),
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

describe("createDrifterNames", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder, "metadata"));
  });
  const call = (name: string) =>
    writeFile(join(folder, "metadata/7.json"), JSON.stringify({ name }));

  it("reads a name anew once it is five minutes old, while it tells the old one", async () => {
    let minutes = 0;
    const list = [{ drifterId: "7" }];
    const names = createDrifterNames(folder, () => minutes * 60_000);
    await call("Mara");
    await names.know(list);
    await call("Mara of the Salt Flats");
    minutes = 4.9;
    expect(names.know(list)).to.equal(undefined);
    minutes = 5;
    expect(names.know(list)).to.equal(undefined);
    expect(names.of("7")).to.equal("Mara");
    while (names.version() === 1) await setImmediate();
    expect(names.of("7")).to.equal("Mara of the Salt Flats");
  });
});
