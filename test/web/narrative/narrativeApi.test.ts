import { mock } from "node:test";
import { expect } from "chai";
import { historyQueryOptions } from "../../../web/src/narrative/historyApi.ts";
import {
  type Narrative,
  narrativeQueryOptions,
  readStoryList,
  storyListQueryOptions,
} from "../../../web/src/narrative/narrativeApi.ts";
import { saveNarrative, toSaveCondition } from "../../../web/src/narrative/saveNarrative.ts";
import { withFetch } from "../../support/stubFetch.ts";
import { clientWithData } from "../../support/web/markup.ts";
import "../../support/web/pageSettings.ts";

const origin = {
  author: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  savedAt: "2026-05-04T10:00:00.000Z",
  revision: 2,
  signedMessage: "I",
};
/** The ETag of that revision. */
const tag = '"2-mor135s0"';

describe("drifter without a story", () => {
  const ask = (body: BodyInit, headers: HeadersInit = {}) =>
    withFetch(
      async () => new Response(body, { status: 404, headers }),
      () => clientWithData().fetchQuery(narrativeQueryOptions("7")),
    );

  it("[S7.6] sends If-None-Match if there never was one", async () => {
    for (const body of ['{"code":"narrative.not_found"}', "<!doctype html>", "null"]) {
      const known = await ask(body);
      expect(known).to.deep.equal({ narrative: null });
      expect(toSaveCondition(known)).to.deep.equal({ "If-None-Match": "*" });
    }
  });

  it("sends If-Match for a hidden story, even if a proxy weakened its ETag", async () => {
    const known = await ask('{"code":"narrative.not_found"}', { ETag: 'W/"2-x"' });
    expect(known).to.deep.equal({ narrative: null, tag: '"2-x"', isHidden: true });
    expect(toSaveCondition(known)).to.deep.equal({ "If-Match": '"2-x"' });
  });

  it("returns who removed the story", async () => {
    const known = await ask(JSON.stringify({ code: "narrative.not_found", removed: origin }));
    expect(known).to.deep.equal({ narrative: null, removed: origin });
    expect(toSaveCondition(known)).to.deep.equal({ "If-None-Match": "*" });
  });
});

describe("oversized response", () => {
  for (const status of [200, 404, 503]) {
    it(`is cut off with status ${status}`, async () => {
      mock.method(console, "error", () => {});
      let bytes = 0;
      const body = new ReadableStream({
        pull(controller) {
          // Ends at 8 MB, so that the test also ends for a reader without a limit.
          if (bytes === 8 * 1024 ** 2) return controller.close();
          const part = new Uint8Array(64 * 1024).fill(32);
          bytes += part.byteLength;
          controller.enqueue(part);
        },
      });
      const options = narrativeQueryOptions("7");
      const reading = withFetch(
        async () => new Response(body, { status }),
        () => clientWithData().fetchQuery(options),
      );
      await reading.catch(() => undefined);
      expect(bytes).to.be.below(1.25 * 1024 ** 2);
      if (status === 200) {
        const error = await reading.catch((error: unknown) => error);
        expect(error).to.be.instanceOf(RangeError);
      }
      mock.reset();
    });
  }

  it("is cut off when reading a list or a history", async () => {
    mock.method(console, "error", () => {});
    for (const options of [storyListQueryOptions(), historyQueryOptions("7", 1)]) {
      let parts = 0;
      const body = new ReadableStream({
        pull(controller) {
          if (parts === 64) return controller.close();
          parts += 1;
          controller.enqueue(new Uint8Array(1024 ** 2).fill(32));
        },
      });
      const error = await withFetch(
        async () => new Response(body),
        () => clientWithData().fetchQuery<unknown>({ ...options } as never),
      ).catch((error: unknown) => error);
      expect(error).to.be.instanceOf(RangeError);
      expect(parts).to.be.within(33, 35);
    }
    mock.reset();
  });

  it("is read completely up to the maximum story size in multi-byte letters", async () => {
    const narrative = "さ".repeat(349_000);
    const story = await withFetch(
      async () => Response.json({ narrative, ...origin }),
      () => clientWithData().fetchQuery(narrativeQueryOptions("7")),
    );
    expect(story).to.deep.equal({ narrative, origin, tag });
  });
});

describe("save request", () => {
  for (const [title, narrative, returned] of [
    ["the removed story", "<!-- 5f3c -->", { narrative: null, removed: origin }],
    ["the story and its version", "Dust.", { narrative: "Dust.", origin, tag }],
  ] as const) {
    it(`posts the text for one version, and returns ${title} and its visibility`, async () => {
      const request = { drifterId: "7", narrative, signedMessage: "I", signature: "0x" } as const;
      for (const isHidden of [false, true]) {
        const sent: unknown[] = [];
        const headers = { ETag: '"2-x-gzip"', ...(isHidden && { "Story-Visibility": "hidden" }) };
        const saved = await withFetch(
          async (url, init) => {
            sent.push(url, { ...init, body: JSON.parse(String(init?.body)) });
            return Response.json({ ...request, ...origin }, { headers });
          },
          () => saveNarrative(request, { "If-Match": '"1-x"' }),
        );
        expect(sent).to.deep.equal([
          "/api/narrative/7",
          {
            method: "POST",
            headers: { "Content-Type": "application/json", "If-Match": '"1-x"' },
            body: request,
          },
        ]);
        expect(saved).to.deep.equal({ ...returned, ...(isHidden && { isHidden }) });
      }
    });
  }
});

describe("accepted save", () => {
  for (const body of ["saved", '{"drifterId":"7"}']) {
    it(`fails when it returns ${body}`, async () => {
      const request = {
        drifterId: "7",
        narrative: "",
        signedMessage: "",
        signature: "0x",
      } as const;
      const saving = withFetch(
        async () => new Response(body),
        () => saveNarrative(request),
      );
      expect(await saving.catch((error: unknown) => error)).to.be.instanceOf(Error);
    });
  }
});

describe("cached story request", () => {
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

  it("omits a hidden story's version, and accepts a later version", async () => {
    const tags = { headers: { ETag: '"3-x"' } };
    const hidden = { ...known, isHidden: true } as const;
    const { sent, story } = await refetch(hidden, Response.json({ narrative: "Ash." }, tags));
    expect(sent).to.deep.equal([{}]);
    expect(story).to.deep.equal({ narrative: "Ash.", tag: '"3-x"' });
  });

  it("reads the revision from the body, not from an ETag with a proxy's suffix", async () => {
    const suffixed = { headers: { ETag: `${tag.slice(0, -1)}-gzip"` } };
    const body = Response.json({ narrative: "Ash.", ...origin }, suffixed);
    const { story } = await refetch(known, body);
    expect(toSaveCondition(story)).to.deep.equal({ "If-Match": tag });
  });

  it("logs nothing when the page aborts the request", async () => {
    const logged = mock.method(console, "error", () => {});
    const client = clientWithData();
    const abort: typeof fetch = async (_, init) => {
      await client.cancelQueries();
      throw init?.signal?.reason;
    };
    await withFetch(abort, () => client.prefetchQuery(narrativeQueryOptions("7")));
    await new Promise(setImmediate);
    expect(logged.mock.callCount()).to.equal(0);
    mock.reset();
  });

  it("sends the cached version, and keeps the story if there is no later version", async () => {
    const { sent, story } = await refetch(known, new Response(null, { status: 304 }));
    expect(sent).to.deep.equal([{ "If-None-Match": '"2-x"' }]);
    expect(story).to.deep.equal(known);
  });
});

describe("readStoryList", () => {
  it("returns each ID once, in order, with its name, and ignores unknown fields", () => {
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
