import { appendFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { NarrativeRecord } from "#protocol/narrative";
import { headOfLinks, rootOfHeads } from "#protocol/receiptChain";
import { createCheckpoints } from "../../api/src/narratives/checkpoint.ts";
import { HiddenFolder } from "../../api/src/narratives/hiddenFolder.ts";
import type { StoreHead } from "../../api/src/narratives/store.ts";
import { type Api, account, refusalOf, signedSave, startApiFor, useFixture } from "./apiFixture.ts";
import { codeOf } from "./narrativeDraft.ts";

const owner = account(2);

describe("createCheckpoints", () => {
  const receipt = (drifterId: string, revision: number): NarrativeRecord => ({
    drifterId,
    narrative: `Text ${revision}.`,
    signedMessage: "",
    signature: "0x",
    author: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    savedAt: `2026-01-01T00:00:0${revision}.000Z`,
    blockNumber: 1,
    chainId: 31_337,
    contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
    revision,
  });

  /** A store of these revisions; a missing one is undefined. */
  function storeOf(revisions: Record<string, (NarrativeRecord | undefined)[]>) {
    const reads: [drifterId: string, after: number][] = [];
    const checkpoints = createCheckpoints(
      {
        heads: async () =>
          Object.entries(revisions).map(([drifterId, list]): StoreHead => {
            const savedAt = list.at(-1)?.savedAt;
            return { drifterId, revision: list.length, ...(savedAt && { savedAt }) };
          }),
        async *revisionsAfter(drifterId, after) {
          reads.push([drifterId, after]);
          yield* (revisions[drifterId] ?? []).slice(after);
        },
        isHidden: async (drifterId) => drifterId === "9",
      },
      20,
    );
    return { checkpoints, reads, revisions };
  }

  it("commits to every revision of every drifter, by number", async () => {
    const { checkpoints } = storeOf({
      "10": [receipt("10", 1), undefined],
      "9": [receipt("9", 1)],
    });
    const [nine, ten] = [await checkpoints.chain("9"), await checkpoints.chain("10")];
    expect([nine.isHidden, ten.isHidden]).to.deep.equal([true, false]);
    expect(ten.links[1]).to.deep.equal({ drifterId: "10", revision: 2, isMissing: true });
    expect(nine.links[0]).not.to.have.property("narrative");
    const heads = [headOfLinks(nine.links), headOfLinks(ten.links)];
    expect(await checkpoints.heads()).to.deep.equal(heads);
    expect(await checkpoints.checkpoint()).to.deep.equal({
      format: "fringe-drifters-checkpoint",
      version: 1,
      root: rootOfHeads(await checkpoints.heads()),
      drifters: 2,
      receipts: 3,
      savedAt: "2026-01-01T00:00:01.000Z",
    });
  });

  it("is empty without receipts", async () => {
    const { checkpoints } = storeOf({});
    const { root, savedAt, receipts } = await checkpoints.checkpoint();
    expect({ root, savedAt, receipts }).to.deep.equal({
      root: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      savedAt: null,
      receipts: 0,
    });
    expect(await codeOf(checkpoints.chain("1"))).to.equal("narrative.not_found");
  });

  it("reads each receipt once, and only new ones after a save", async () => {
    const { checkpoints, reads, revisions } = storeOf({ "1": [receipt("1", 1)], "2": [] });
    revisions["2"] = [receipt("2", 1)];
    const first = await checkpoints.checkpoint();
    expect(await checkpoints.checkpoint()).to.equal(first);
    expect(reads).to.deep.equal([
      ["1", 0],
      ["2", 0],
    ]);
    revisions["1"]?.push(receipt("1", 2));
    expect((await checkpoints.checkpoint()).root).not.to.equal(first.root);
    expect(reads.slice(2)).to.deep.equal([["1", 1]]);
    const { links } = await checkpoints.chain("1");
    expect((await checkpoints.heads())[0]).to.deep.equal(headOfLinks(links));
  });

  it("says that it is still hashing when that takes long, and goes on", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const checkpoints = createCheckpoints(
      {
        heads: async () => [{ drifterId: "1", revision: 1 }],
        async *revisionsAfter() {
          await promise;
          yield receipt("1", 1);
        },
        isHidden: async () => false,
      },
      1,
    );
    expect(await codeOf(checkpoints.checkpoint())).to.equal("store.unavailable");
    resolve();
    await new Promise(setImmediate);
    expect((await checkpoints.checkpoint()).receipts).to.equal(1);
  });

  it("tries again after a failure of the store", async () => {
    const { checkpoints, revisions } = storeOf({});
    Object.defineProperty(revisions, "1", {
      enumerable: true,
      configurable: true,
      get: () => {
        throw new Error("The disk is gone.");
      },
    });
    const failed = await checkpoints.checkpoint().catch(({ message }) => message);
    expect(failed).to.equal("The disk is gone.");
    Object.defineProperty(revisions, "1", { value: [receipt("1", 1)] });
    expect((await checkpoints.checkpoint()).receipts).to.equal(1);
  });
});

describe("the checkpoint of a service", () => {
  const fixture = useFixture();
  let api: Api;
  before(async () => {
    api = await startApiFor(fixture);
  });
  after(() => api.close());

  const read = async (path: string) => (await api.get(path)).json();
  async function save(drifterId: string, text: string): Promise<void> {
    expect((await api.save(await signedSave(owner, drifterId, text))).status).to.equal(200);
  }

  it("is over the heads that it lists, and has the ETag of its content", async () => {
    const drifterId = await fixture.giveDrifter(owner.address);
    await save(drifterId, "Told.");
    const response = await api.get("/api/narrative/checkpoint");
    const before = await response.json();
    const etag = response.headers.get("etag");
    expect((await api.revalidate("/api/narrative/checkpoint", etag)).status).to.equal(304);
    await save(drifterId, "<!-- removed -->");
    expect((await api.revalidate("/api/narrative/checkpoint", etag)).status).to.equal(200);
    const [checkpoint, heads] = [
      await read("/api/narrative/checkpoint"),
      await read("/api/narrative/heads"),
    ];
    expect(checkpoint.receipts).to.equal(before.receipts + 1);
    expect(rootOfHeads(heads)).to.equal(checkpoint.root);
    const { links, isHidden } = await read(`/api/narrative/${drifterId}/links`);
    expect(isHidden).to.equal(false);
    expect(heads).to.deep.include(headOfLinks(links));
    expect(JSON.stringify(links)).not.to.contain("Told.");
  });

  it("keeps the links of a hidden story, without its text, and tells that it is hidden", async () => {
    const drifterId = await fixture.giveDrifter(owner.address);
    await save(drifterId, "Hidden.");
    const before = await read("/api/narrative/checkpoint");
    await new HiddenFolder(api.settings.dataDir).hide(drifterId, "spam");
    while ((await api.get(`/api/narrative/${drifterId}`)).status === 200);
    expect(await read("/api/narrative/checkpoint")).to.deep.equal(before);
    const chain = await read(`/api/narrative/${drifterId}/links`);
    expect([chain.isHidden, chain.links.length]).to.deep.equal([true, 1]);
    expect(JSON.stringify(chain)).not.to.contain("Hidden.");
  });

  it("marks a revision whose file is corrupt as missing", async () => {
    const drifterId = await fixture.giveDrifter(owner.address);
    for (const text of ["One.", "Two.", "Three."]) await save(drifterId, text);
    const files = (await readdir(api.settings.dataDir)).filter((name) =>
      name.startsWith(`${drifterId}.`),
    );
    await appendFile(join(api.settings.dataDir, files.sort()[1] ?? ""), "no JSON");
    const { links } = await read(`/api/narrative/${drifterId}/links`);
    expect(links.map((link: object) => "isMissing" in link)).to.deep.equal([false, true, false]);
  });

  it("has no chain of a drifter without receipts", async () => {
    expect(await refusalOf(await api.get("/api/narrative/9999/links"))).to.equal(
      "404 narrative.not_found",
    );
    expect(await refusalOf(await api.get("/api/narrative/07/links"))).to.equal(
      "400 drifter.invalid_id",
    );
  });
});
