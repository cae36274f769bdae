import { expect } from "chai";
import {
  conditionOf,
  narrativeQueryOptions,
  readNarrative,
  readStoryList,
  saveNarrative,
} from "../../web/src/narrative/narrativeApi.ts";
import { knowingClient } from "../support/markup.ts";
import { withFetch } from "../support/stubFetch.ts";

describe("readNarrative", () => {
  it("reads the story out of a record", () => {
    expect(readNarrative({ drifterId: "7", narrative: "Dust.", revision: 2 })).to.deep.equal({
      narrative: "Dust.",
    });
  });

  const removal = { narrative: "<!-- 5f3c -->" };
  for (const json of [
    null,
    undefined,
    {},
    [],
    "Dust.",
    { narrative: "" },
    { narrative: 7 },
    removal,
  ]) {
    it(`[S7.6] finds no story in ${JSON.stringify(json)}`, () => {
      expect(readNarrative(json)).to.deep.equal({ narrative: null });
    });
  }
});

describe("a drifter without a story", () => {
  const origin = {
    author: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    savedAt: "2026-05-04T10:00:00.000Z",
    revision: 2,
  };
  const ask = (body: BodyInit, headers: HeadersInit = {}) =>
    withFetch(
      async () => new Response(body, { status: 404, headers }),
      () => knowingClient().fetchQuery(narrativeQueryOptions("7")),
    );

  it("[S7.6] never had one: a save must find none", async () => {
    for (const body of ['{"code":"narrative.not_found"}', "<!doctype html>", "null"]) {
      const known = await ask(body);
      expect(known).to.deep.equal({ narrative: null });
      expect(conditionOf(known)).to.deep.equal({ "If-None-Match": "*" });
    }
  });

  it("had one that its owner removed: a save must find none either", async () => {
    const known = await ask(JSON.stringify({ removed: { drifterId: "7", ...origin } }));
    expect(known).to.deep.equal({ narrative: null, removed: origin });
    expect(conditionOf(known)).to.deep.equal({ "If-None-Match": "*" });
  });

  it("has a hidden one: a save replaces that one", async () => {
    const known = await ask('{"code":"narrative.not_found"}', { ETag: '"2-x"' });
    expect(known).to.deep.equal({ narrative: null, tag: '"2-x"', isHidden: true });
    expect(conditionOf(known)).to.deep.equal({ "If-Match": '"2-x"' });
  });

  it("is what a save that removes the story leaves", async () => {
    const narrative = "<!-- 5f3c -->";
    const request = { drifterId: "7", narrative, signedMessage: "", signature: "0x" } as const;
    const sent: unknown[] = [];
    const saved = await withFetch(
      async (_, init) => {
        sent.push(init?.headers);
        return Response.json({ ...request, ...origin }, { headers: { ETag: '"2-x"' } });
      },
      () => saveNarrative(request, { "If-Match": '"1-x"' }),
    );
    expect(sent).to.deep.equal([{ "Content-Type": "application/json", "If-Match": '"1-x"' }]);
    expect(saved).to.deep.equal({ narrative: null, removed: origin });
  });
});

describe("what a save replaces", () => {
  it("is the story that the page shows, if the service sends its ETag", () => {
    expect(conditionOf({ narrative: "Dust.", tag: '"1-x"' })).to.deep.equal({
      "If-Match": '"1-x"',
    });
    expect(conditionOf({ narrative: "Dust." })).to.deep.equal({});
  });
});

describe("readStoryList", () => {
  it("keeps the ids in their order, each once, with their names, whatever else an item holds", () => {
    const list = [
      { drifterId: "7", author: "0x", name: "Mara of the Salt Flats" },
      { drifterId: 12, name: 12 },
      { drifterId: "7" },
      null,
      {},
    ];
    expect(readStoryList(list)).to.deep.equal([
      { drifterId: "7", name: "Mara of the Salt Flats" },
      { drifterId: "12" },
    ]);
  });

  it("[S2.21] treats an empty list as loaded", () => {
    expect(readStoryList([])).to.deep.equal([]);
  });

  for (const json of [null, {}, "[]", { 0: { drifterId: "7" } }]) {
    it(`[S2.20] refuses ${JSON.stringify(json)}, which is no list`, () => {
      expect(() => readStoryList(json)).to.throw(TypeError);
    });
  }
});
