import { appendFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { mock } from "node:test";
import { expect } from "chai";
import { computeChainHead, computeMerkleRoot } from "#protocol/stories/revisionChain";
import { ApiError } from "../../../api/src/base/apiError.ts";
import { createCheckpoint, unknownTime } from "../../../api/src/narratives/checkpoint.ts";
import { FolderStore } from "../../../api/src/narratives/folder/folderStore.ts";
import { HiddenFolder } from "../../../api/src/narratives/folder/hiddenFolder.ts";
import {
  type Api,
  account,
  problemCodeOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";

const owner = account(2);

describe("service checkpoint", () => {
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

  it("covers the latest revisions by number, and hashes its content for the ETag", async () => {
    const ids: string[] = [];
    while (ids.length < 10) ids.push(await fixture.giveToken(owner.address));
    const [drifterId = "", tenth = ""] = ids.slice(-2);
    await save(tenth, "Told last.");
    await save(drifterId, "Told.");
    const response = await api.get("/api/narrative/checkpoint");
    const etag = response.headers.get("etag");
    expect((await api.revalidate("/api/narrative/checkpoint", etag)).status).to.equal(304);
    await save(drifterId, "<!-- removed -->");
    expect((await api.revalidate("/api/narrative/checkpoint", etag)).status).to.equal(200);
    const [checkpoint, heads] = [
      await read("/api/narrative/checkpoint"),
      await read("/api/narrative/heads"),
    ];
    const { links, isHidden } = await read(`/api/narrative/${drifterId}/links`);
    const others = (await read(`/api/narrative/${tenth}/links`)).links;
    expect(isHidden).to.equal(false);
    expect(heads).to.deep.equal([computeChainHead(links), computeChainHead(others)]);
    expect(checkpoint).to.deep.equal({
      format: "fringe-drifters-checkpoint",
      version: 1,
      root: computeMerkleRoot(heads),
      tokens: 2,
      revisions: 3,
      savedAt: links[1].savedAt,
    });
    expect(JSON.stringify(links)).not.to.contain("Told.");
  });

  it("includes the links of a hidden story without its text, and marks it as hidden", async () => {
    const drifterId = await fixture.giveToken(owner.address);
    await save(drifterId, "Hidden.");
    const before = await read("/api/narrative/checkpoint");
    await new HiddenFolder(api.settings.dataDir).hide(drifterId, "spam");
    while ((await api.get(`/api/narrative/${drifterId}`)).status === 200);
    expect(await read("/api/narrative/checkpoint")).to.deep.equal(before);
    const chain = await read(`/api/narrative/${drifterId}/links`);
    expect([chain.isHidden, chain.links.length]).to.deep.equal([true, 1]);
    expect(JSON.stringify(chain)).not.to.contain("Hidden.");
  });

  it("marks each revision with a corrupt file as missing, including the latest", async () => {
    const drifterId = await fixture.giveToken(owner.address);
    for (const text of ["One.", "Two.", "Three.", "Four."]) await save(drifterId, text);
    const { dataDir } = api.settings;
    const files = (await readdir(dataDir)).filter((name) => name.startsWith(`${drifterId}.`));
    const [, second = "", , latest = ""] = files.sort();
    for (const name of [second, latest]) await appendFile(join(dataDir, name), "no JSON");
    const { links } = await read(`/api/narrative/${drifterId}/links`);
    const missing = links.map((link: object) => "isMissing" in link);
    expect(missing).to.deep.equal([false, true, false, true]);
    const heads = await read("/api/narrative/heads");
    expect(heads).to.deep.include(computeChainHead(links));
  });

  it("reports the latest save time regardless of list order, and none for an empty store", () => {
    const [first, last] = ["2026-01-02T03:04:05.678Z", "2026-02-02T03:04:05.678Z"];
    expect(createCheckpoint([], [first, last, unknownTime]).savedAt).to.equal(last);
    expect(createCheckpoint([], [unknownTime]).savedAt).to.equal(null);
  });

  it("is read again after the store fails", async () => {
    const failing = mock.method(FolderStore.prototype, "stories", async () => {
      throw new ApiError("store.unavailable");
    });
    expect((await api.get("/api/narrative/checkpoint")).status).to.equal(503);
    failing.mock.restore();
    expect((await api.get("/api/narrative/checkpoint")).status).to.equal(200);
  });

  it("lists no chain for a drifter without signed revisions", async () => {
    expect(await problemCodeOf(await api.get("/api/narrative/9999/links"))).to.equal(
      "404 narrative.not_found",
    );
    expect(await problemCodeOf(await api.get("/api/narrative/07/links"))).to.equal(
      "400 token.invalid_id",
    );
  });
});
