import { mock } from "node:test";
import { expect } from "chai";
import { createPageReads } from "../../api/src/page/pageReads.ts";
import type { PreparedAnswer } from "../../api/src/preparedAnswer.ts";
import { ApiError } from "../../api/src/problem.ts";
import { account } from "./apiFixture.ts";

const { address } = account(2);
const never = () => new Promise<never>(() => {});
const storyPath = "/api/narrative/7";
const metadataPath = "/drifters/metadata/7.json";
const neighboursPath = "/api/drifters/7/neighbours";
const ownerPath = `/api/owners/${address}/drifters`;

describe("createPageReads", () => {
  const answer: PreparedAnswer = {
    status: 200,
    headers: ["ETag", '"1"', "Content-Type", "application/json"],
    body: Buffer.from('"prepared"'),
  };
  let story: () => Promise<PreparedAnswer | undefined>;
  let metadata: () => Promise<object | undefined>;
  let page: (request: object) => Promise<object>;
  let newest: object | undefined;
  let isMinted: boolean;
  beforeEach(() => {
    story = async () => answer;
    metadata = async () => ({ name: "Mara" });
    page = async (request) => request;
    newest = undefined;
    isMinted = true;
  });
  // Safety: the types of the results do not matter here.
  const reads = createPageReads({
    reads: { answerList: async () => answer, answerStory: () => story() } as never,
    catalogueReads: {
      drifterPage: (request: object) => page(request),
      async neighbours(drifterId: string, mayReadChain: () => Promise<void>) {
        const refused = await mayReadChain().catch(({ code }) => code);
        return page({ drifterId, refused });
      },
      ownerPage: (owner: string) => page({ owner }),
    } as never,
    storyPage: ((request: object) => page(request)) as never,
    store: { newest: async () => newest as never, isHidden: async () => false },
    collection: { readMetadata: () => metadata() as never },
    minted: { isMinted: async () => isMinted },
  });
  const read = async (path: string) => {
    const answer = await reads(path);
    return { ...answer, body: JSON.parse(answer.body) };
  };
  const found = (body: unknown) => ({ status: 200, body, headers: {} });
  const absent = { status: 404, body: {}, headers: {} };
  const late = { ...absent, isLate: true };

  for (const [path, expected] of [
    ["/api/narrative?limit=2", { limit: 2 }],
    ["/api/drifters?limit=2&order=number", { traits: [], phases: [], order: "number", limit: 2 }],
    [metadataPath, { name: "Mara" }],
    [neighboursPath, { drifterId: "7", refused: "rate.limited" }],
    [ownerPath.toLowerCase(), { owner: address }],
  ] as const) {
    it(`answers ${path.replace(/0x\w+/, "0x")} without HTTP`, async () => {
      expect(await read(path)).to.deep.equal(found(expected));
    });
  }

  it("answers the list and a story with the headers of their routes", async () => {
    for (const path of ["/api/narrative", storyPath]) {
      expect(await read(path)).to.deep.equal({
        status: 200,
        body: "prepared",
        headers: { ETag: '"1"', "Content-Type": "application/json" },
      });
    }
    story = async () => ({ status: 304, headers: [], body: undefined });
    expect(await reads(storyPath)).to.deep.equal({ status: 304, headers: {}, body: "" });
  });

  it("answers the problem of a drifter without a story, with the ETag for the next save", async () => {
    story = async () => undefined;
    expect(await read(storyPath)).to.deep.include({ status: 404, headers: {} });
    newest = { isStory: true, item: { revision: 3, savedAt: "1970-01-01T00:00:00.035Z" } };
    const { status, body, headers } = await read(storyPath);
    expect([status, body.code, headers]).to.deep.equal([
      404,
      "narrative.not_found",
      { ETag: '"3-z"' },
    ]);
  });

  it("answers 404 for IDs and addresses that are none, and for metadata of drifters that are not minted", async () => {
    for (const path of [storyPath, metadataPath, neighboursPath]) {
      expect(await read(path.replace("7", "07")), path).to.deep.equal(absent);
    }
    expect(await read("/api/owners/0x12/drifters")).to.deep.equal(absent);
    isMinted = false;
    expect(await read(metadataPath)).to.deep.equal(absent);
  });

  it("answers the problem of a wrong parameter", async () => {
    const { status, body } = await read("/api/drifters?limit=0");
    expect([status, body.code]).to.deep.equal([400, "request.invalid_parameter"]);
  });

  it("throws what is not the request's fault", async () => {
    page = () => Promise.reject(new ApiError("store.unavailable"));
    for (const path of ["/api/narrative?limit=2", ownerPath]) {
      expect(await read(path).catch(({ code }) => code), path).to.equal("store.unavailable");
    }
    expect(await read("/api/nothing").catch(({ message }) => message)).to.equal(
      "No page reads /api/nothing.",
    );
  });

  describe("given an answer that takes long", () => {
    beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
    afterEach(() => mock.timers.reset());

    /** The answer after this time, or `waiting`. */
    async function answerAfter(milliseconds: number, path: string) {
      const reading = read(path).catch(({ code }) => code);
      await new Promise(setImmediate);
      mock.timers.tick(milliseconds);
      return Promise.race([reading, new Promise((resolve) => setImmediate(resolve, "waiting"))]);
    }

    it("leaves neighbours and a wallet's drifters to browsers", async () => {
      page = never;
      expect(await answerAfter(299, neighboursPath)).to.equal("waiting");
      expect(await answerAfter(300, neighboursPath)).to.deep.equal(late);
      expect(await answerAfter(1_499, ownerPath)).to.equal("waiting");
      expect(await answerAfter(1_500, ownerPath)).to.deep.equal(late);
    });

    it("leaves a page without its metadata to browsers", async () => {
      metadata = never;
      expect(await answerAfter(1_499, metadataPath)).to.equal("waiting");
      expect(await answerAfter(1_500, metadataPath)).to.equal("collection.unavailable");
    });
  });

  it("answers the problem of neighbours of a drifter that does not exist", async () => {
    page = () => Promise.reject(new ApiError("drifter.not_found"));
    const { isLate, status, body } = await read(neighboursPath);
    expect({ isLate, status, code: body.code }).to.deep.equal({
      isLate: undefined,
      status: 404,
      code: "drifter.not_found",
    });
  });

  it("leaves out neighbours that cannot be read, and metadata that is missing", async () => {
    page = () => Promise.reject(new Error("a fault"));
    metadata = async () => undefined;
    expect(await read(neighboursPath)).to.deep.equal(late);
    expect(await read(metadataPath).catch(({ code }) => code)).to.deep.equal(absent);
  });
});
