import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { ApiProblem, NarrativeListLine } from "#protocol/wire/responses";
import { HiddenFolder } from "../../../api/src/narratives/folder/hiddenFolder.ts";
import { toListItem } from "../../../api/src/narratives/listItem.ts";
import {
  type Api,
  account,
  problemCodeOf,
  recordOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { until } from "../../support/until.ts";

const owner = account(2);

describe("story routes", () => {
  const fixture = useFixture();
  let api: Api;
  beforeEach(async () => {
    api = await startApiFor(fixture);
  });
  afterEach(() => api.close());

  const publish = async (narrative: string, drifterId?: string) => {
    const id = drifterId ?? (await fixture.giveToken(owner.address));
    return recordOf(await api.save(await signedSave(owner, id, narrative)));
  };
  const list = async () => {
    // Safety: the tests compare the items.
    return (await (await api.get("/api/narrative")).json()) as NarrativeListLine[];
  };

  describe("GET /api/narrative", () => {
    it("[S7.3] returns an empty array when there are no stories", async () => {
      const response = await api.get("/api/narrative");
      expect(await response.json()).to.deep.equal([]);
    });

    it("[S3.4] [S7.3] returns an item for each story, without its text", async () => {
      const { drifterId, author, savedAt, revision } = await publish("A long tale.");
      expect(await list()).to.deep.equal([{ drifterId, author, savedAt, revision }]);
    });

    it("includes a save immediately, even right after a read", async () => {
      await api.close();
      api = await startApiFor(fixture, { staleMilliseconds: 60_000 });
      const { drifterId } = await publish("One.");
      for (const [index, text] of ["Two.", "Three."].entries()) {
        expect((await list())[0]).to.have.property("revision", index + 1);
        await publish(text, drifterId);
      }
      expect((await list())[0]).to.have.property("revision", 3);
    });

    it("returns the collection's drifter names", async () => {
      const [named, unnamed] = [await publish("One."), await publish("Two.")];
      const folder = join(api.settings.collectionDir, "metadata");
      await mkdir(folder, { recursive: true });
      const metadata = JSON.stringify({ name: "Mara of\nthe Salt Flats" });
      await writeFile(join(folder, `${named.drifterId}.json`), metadata);
      const listed = (await list()).map(({ drifterId, name }) => [drifterId, name]);
      expect(listed).to.deep.equal([
        [unnamed.drifterId, undefined],
        [named.drifterId, "Mara of the Salt Flats"],
      ]);
    });
  });

  describe("GET /api/narrative/{drifterId}/history", () => {
    const historyOf = (drifterId: string) => api.get(`/api/narrative/${drifterId}/history`);

    it("returns every accepted revision, latest first, including former owners' and empty texts", async () => {
      const first = await publish("One.");
      const second = await publish("", first.drifterId);
      const third = await publish("Three.", first.drifterId);
      const response = await historyOf(first.drifterId);
      expect(await response.json()).to.deep.equal([third, second, first]);
    });

    it("returns 304 while nothing has changed, and HEAD without the body", async () => {
      const { drifterId } = await publish("One.");
      const path = `/api/narrative/${drifterId}/history`;
      const etag = (await api.get(path)).headers.get("etag");
      expect((await api.revalidate(path, etag)).status).to.equal(304);
      const head = await api.send(path, { method: "HEAD" });
      expect(head.headers.get("etag")).to.equal(etag);
      expect(await head.text()).to.equal("");
      await publish("Two.", drifterId);
      expect(await (await api.revalidate(path, etag)).json()).to.have.length(2);
    });
  });

  describe("hidden story", () => {
    it("hides the story from reads, accepts the owner's saves, and serves everything once unhidden", async () => {
      const before = await publish("A tale.");
      const { drifterId } = before;
      const path = `/api/narrative/${drifterId}`;
      const etag = (await api.get(path)).headers.get("etag");
      const hideList = new HiddenFolder(api.settings.dataDir);
      await hideList.hide(drifterId, "");
      await until(async () => !(await api.get(path)).ok);

      for (const hidden of [path, `${path}/history`]) {
        const unwritten = await api.get(`/api/narrative/77${hidden.slice(path.length)}`);
        const response = await api.revalidate(hidden, etag);
        expect(response.status).to.equal(404);
        // The ETag does not reveal the story; the owner's save may send it.
        expect(response.headers.get("etag")).to.equal(hidden === path ? etag : null);
        expect(await response.json()).to.deep.equal(await unwritten.json());
      }
      expect(await list()).to.deep.equal([]);

      const request = await signedSave(owner, drifterId, "A better tale.");
      const overNone = await api.save(request, { "if-none-match": "*" });
      expect(await problemCodeOf(overNone)).to.equal("412 revision.mismatch");
      const response = await api.save(request, { "if-match": etag ?? "" });
      expect(response.headers.get("story-visibility")).to.equal("hidden");
      const after = await recordOf(response);
      expect(after).to.include({ narrative: "A better tale.", revision: 2 });
      expect(await problemCodeOf(await api.get(path))).to.equal("404 narrative.not_found");

      await hideList.unhide(drifterId);
      await until(async () => (await api.get(path)).ok);
      expect(await recordOf(await api.get(path))).to.deep.equal(after);
      const history = await (await api.get(`${path}/history`)).json();
      expect(history).to.deep.equal([after, before]);
      const shown = await api.save(await signedSave(owner, drifterId, "A last tale."));
      expect(shown.headers.get("story-visibility")).to.equal(null);
    });
  });

  describe("removed story", () => {
    it("returns no story, and lists the removal in the history", async () => {
      const before = await publish("A tale.");
      const { drifterId } = before;
      const path = `/api/narrative/${drifterId}`;
      const removal = await signedSave(owner, drifterId, "<!-- 5f3c -->\n");
      const after = await recordOf(await api.save(removal));
      const response = await api.get(path);
      const { code, removed } = (await response.json()) as ApiProblem;
      expect([response.status, code]).to.deep.equal([404, "narrative.not_found"]);
      expect(removed).to.deep.equal(toListItem(after));
      expect(response.headers.get("etag")).to.equal(null);
      expect(await list()).to.deep.equal([]);
      const history = await api.get(`${path}/history`);
      expect(await history.json()).to.deep.equal([after, before]);

      const anew = await signedSave(owner, drifterId, "A tale told again.");
      expect((await api.save(anew, { "if-none-match": "*" })).status).to.equal(200);
    });
  });

  describe("GET /api/narrative/{drifterId}", () => {
    it("[S3.3] [S6.1] [S7.5] returns the stored record to anyone", async () => {
      const record = await publish("The dust remembers.");
      const response = await api.get(`/api/narrative/${record.drifterId}`);
      expect(await response.json()).to.deep.equal(record);
    });

    it("returns 304 for the cached revision, and 200 with the new revision after an edit", async () => {
      const { drifterId } = await publish("One.");
      const etag = (await api.get(`/api/narrative/${drifterId}`)).headers.get("etag");
      const revalidate = () => api.revalidate(`/api/narrative/${drifterId}`, etag);
      expect((await revalidate()).status).to.equal(304);
      await publish("Two.", drifterId);
      expect((await recordOf(await revalidate())).narrative).to.equal("Two.");
    });
  });
});
