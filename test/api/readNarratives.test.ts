import { expect } from "chai";
import type { NarrativeListItem } from "#protocol/narrative";
import {
  type Api,
  account,
  type Frontier,
  openFrontier,
  recordOf,
  refusalOf,
  signedSave,
  startApiFor,
} from "./apiFixture.ts";

const owner = account(2);

describe("reading stories", () => {
  let frontier: Frontier;
  let api: Api;
  before(async () => {
    frontier = await openFrontier();
  });
  after(() => frontier.close());
  beforeEach(async () => {
    api = await startApiFor(frontier);
  });
  afterEach(() => api.close());

  const publish = async (narrative: string, drifterId?: string) => {
    const id = drifterId ?? (await frontier.giveDrifter(owner.address));
    return recordOf(await api.save(await signedSave(owner, id, narrative)));
  };
  const list = async () => {
    // Safety: compared with items by the tests.
    return (await (await api.get("/api/narrative")).json()) as NarrativeListItem[];
  };

  describe("GET /api/narrative", () => {
    it("[S7.3] is an empty array when there are none", async () => {
      const response = await api.get("/api/narrative");
      expect(response.status).to.equal(200);
      expect(response.headers.get("content-type")).to.match(/^application\/json/);
      expect(await response.json()).to.deep.equal([]);
    });

    it("[S3.4] [S7.3] has an item for each story, without its text", async () => {
      const { drifterId, author, savedAt, revision } = await publish("A long tale.");
      expect(await list()).to.deep.equal([{ drifterId, author, savedAt, revision }]);
    });

    it("[S7.4] is newest first, and an edit counts as new", async () => {
      const first = await publish("First.");
      const second = await publish("Second.");
      const third = await publish("Third.");
      await publish("First, again.", first.drifterId);
      const ids = (await list()).map(({ drifterId }) => drifterId);
      expect(ids).to.deep.equal([first.drifterId, third.drifterId, second.drifterId]);
    });

    it("answers 304 while nothing has changed, and anew once it has", async () => {
      await publish("First.");
      const etag = (await api.get("/api/narrative")).headers.get("etag");
      const revalidate = () => api.revalidate("/api/narrative", etag);
      expect((await revalidate()).status).to.equal(304);
      await publish("Second.");
      expect((await revalidate()).status).to.equal(200);
    });
  });

  describe("GET /api/narrative/{drifterId}", () => {
    it("[S3.3] [S6.1] [S7.5] is the stored record, for anyone", async () => {
      const record = await publish("The dust remembers.");
      const response = await api.get(`/api/narrative/${record.drifterId}`);
      expect(response.status).to.equal(200);
      expect(response.headers.get("content-type")).to.match(/^application\/json/);
      expect(await response.json()).to.deep.equal(record);
    });

    it("[S7.6] is a 404 problem when there is no story", async () => {
      const response = await api.get("/api/narrative/7");
      expect(await refusalOf(response)).to.equal("404 narrative.not_found");
    });

    it("answers HEAD as it answers GET, without the body", async () => {
      const { drifterId } = await publish("Heads up.");
      const get = await api.get(`/api/narrative/${drifterId}`);
      const head = await fetch(`${api.url}/api/narrative/${drifterId}`, { method: "HEAD" });
      expect(head.status).to.equal(200);
      expect(head.headers.get("etag")).to.equal(get.headers.get("etag"));
      expect(head.headers.get("content-length")).to.equal(get.headers.get("content-length"));
      expect(await head.text()).to.equal("");
    });

    it("answers 304 to the revision the browser has, and the new one once it is edited", async () => {
      const { drifterId } = await publish("One.");
      const etag = (await api.get(`/api/narrative/${drifterId}`)).headers.get("etag");
      const revalidate = () => api.revalidate(`/api/narrative/${drifterId}`, etag);
      expect((await revalidate()).status).to.equal(304);
      await publish("Two.", drifterId);
      expect((await recordOf(await revalidate())).narrative).to.equal("Two.");
    });
  });
});
