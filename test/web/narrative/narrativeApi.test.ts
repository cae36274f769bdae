import { expect } from "chai";
import {
  type Narrative,
  narrativeQueryOptions,
  readStoryList,
} from "../../../web/src/narrative/narrativeApi.ts";
import { conditionOf, saveNarrative } from "../../../web/src/narrative/saveNarrative.ts";
import { withFetch } from "../../support/stubFetch.ts";
import { clientWithData } from "../../support/web/markup.ts";

describe("a drifter without a story", () => {
  const origin = {
    author: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    savedAt: "2026-05-04T10:00:00.000Z",
    revision: 2,
  };
  const ask = (body: BodyInit, headers: HeadersInit = {}) =>
    withFetch(
      async () => new Response(body, { status: 404, headers }),
      () => clientWithData().fetchQuery(narrativeQueryOptions("7")),
    );

  it("[S7.6] sends If-None-Match if there never was one", async () => {
    for (const body of ['{"code":"narrative.not_found"}', "<!doctype html>", "null"]) {
      const known = await ask(body);
      expect(known).to.deep.equal({ narrative: null });
      expect(conditionOf(known)).to.deep.equal({ "If-None-Match": "*" });
    }
  });

  it("is what a save that removes the story returns", async () => {
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

describe("a request for a cached story", () => {
  const known = { narrative: "Dust.", tag: '"2-x"' };
  const refetch = async (data: Narrative, response: Response) => {
    const client = clientWithData();
    const sent: unknown[] = [];
    client.setQueryData(narrativeQueryOptions("7").queryKey, data);
    const story = await withFetch(
      async (_, init) => {
        sent.push(init?.headers);
        return response;
      },
      () => client.fetchQuery({ ...narrativeQueryOptions("7"), staleTime: 0 }),
    );
    return { sent, story };
  };

  it("names its version, and keeps the story if there is no newer one", async () => {
    const { sent, story } = await refetch(known, new Response(null, { status: 304 }));
    expect(sent).to.deep.equal([{ "If-None-Match": '"2-x"' }]);
    expect(story).to.deep.equal(known);
  });
});

describe("readStoryList", () => {
  it("keeps each ID once, in order, with its name, and ignores other fields", () => {
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
    it(`[S2.20] rejects ${JSON.stringify(json)}, which is not an array`, () => {
      expect(() => readStoryList(json)).to.throw(TypeError);
    });
  }
});
