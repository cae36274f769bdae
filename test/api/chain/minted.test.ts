import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import type { DrifterId } from "#protocol/values/drifterId";
import type { Settings } from "../../../api/src/settings/settings.ts";
import {
  type Api,
  account,
  problemCodeOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { borrowDatabase } from "../../support/api/borrowedDatabase.ts";
import { faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";
import { headOfElements, readMarkup } from "../../support/readMarkup.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const owner = account(2);

/** Paths of a drifter's files. */
const filesOf = (drifterId: DrifterId) => [
  `/drifters/metadata/${drifterId}.json`,
  `/drifters/images/${drifterId}.jpg`,
  `/drifters/images/full/${drifterId}.jpg`,
];

describe("unminted drifters", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  let folder: string;
  let api: Api;
  before(async () => {
    folder = await temporaryFolder();
    for (const place of ["web", "metadata", "images/full"]) {
      await mkdir(join(folder, place), { recursive: true });
    }
    await writeFile(
      join(folder, "web/index.html"),
      "<!doctype html><head><!--page-head--><!--/page-head--><!--runtime-config--></head>",
    );
    for (let id = 1; id <= 20; id += 1) {
      await writeFile(
        join(folder, `metadata/${id}.json`),
        JSON.stringify({ name: `Rare ${id}`, attributes: [] }),
      );
      await writeFile(join(folder, `images/${id}.jpg`), "small");
      await writeFile(join(folder, `images/full/${id}.jpg`), "large");
    }
    api = await serve();
  });
  after(() => api.close());

  const serve = (overrides: Partial<Settings> = {}) =>
    startApiFor(fixture, {
      rpcUrls: [rpc.url],
      collectionDir: folder,
      webDir: join(folder, "web"),
      responseLifeMilliseconds: 0,
      ...overrides,
    });
  const mint = () => fixture.giveToken(owner.address);
  const next = (drifterId: DrifterId) => String(Number(drifterId) + 1);
  const statusOf = async (drifterId: DrifterId, from = api) =>
    (await from.get(`/drifters/metadata/${drifterId}.json`)).status;

  it("returns neither metadata nor portraits for unminted drifters, and forbids caching", async () => {
    const unminted = next(await mint());
    for (const path of filesOf(unminted)) {
      for (const condition of [{}, { "if-none-match": "*" }]) {
        const response = await api.get(path, condition);
        expect(response.headers.get("etag")).to.equal(null);
        expect(await problemCodeOf(response)).to.equal("404 token.not_found");
      }
    }
  });

  it("returns an uncacheable 404 page that reveals nothing about an unminted drifter", async () => {
    const unminted = next(await mint());
    const response = await api.get(`/drifter/${unminted}`, { accept: "text/html" });
    expect(response.status).to.equal(404);
    expect(response.headers.get("cache-control")).to.equal("no-store");
    expect(response.headers.get("etag")).to.equal(null);
    const html = await response.text();
    expect(html).to.contain("runtime-config").and.not.to.contain("Rare");
    expect(headOfElements(readMarkup(html).elements)).to.include({
      title: `Drifter #${unminted} not found · ${collectionConfig.name}`,
      robots: "noindex",
    });
  });

  it("shows drifters as soon as they are minted", async () => {
    const unminted = next(await mint());
    expect(await statusOf(unminted)).to.equal(404);
    expect(await mint()).to.equal(unminted);
    for (const path of filesOf(unminted)) expect((await api.get(path)).status).to.equal(200);
    expect((await api.get(`/drifter/${unminted}`)).status).to.equal(200);
  });

  it("hides drifters whose mint is reorganized away, and retains their stories", async () => {
    const { provider } = fixture.chain.ethers;
    const before = await provider.send("evm_snapshot", []);
    await fixture.contract.adjustPhases("Reverted", 20_001, 20_003);
    await fixture.contract.gift("Reverted", [owner.address]);
    await writeFile(join(folder, "metadata/20001.json"), "{}");
    expect(await statusOf("20001")).to.equal(200);
    expect((await api.save(await signedSave(owner, "20001", "Told."))).status).to.equal(200);

    // Mines two different blocks with the same numbers.
    await provider.send("evm_revert", [before]);
    await provider.send("hardhat_mine", ["0x2"]);
    for (const path of filesOf("20001")) expect((await api.get(path)).status).to.equal(404);
    expect((await api.get("/drifter/20001")).status).to.equal(404);
    expect((await api.get("/api/narrative/20001")).status).to.equal(200);
  });

  it("shows unminted drifters with REVEAL=all", async () => {
    const unminted = next(await mint());
    await using revealed = await serve({ reveal: "all" });
    for (const path of filesOf(unminted)) expect((await revealed.get(path)).status).to.equal(200);
    const html = await (await revealed.get(`/drifter/${unminted}`)).text();
    expect(headOfElements(readMarkup(html).elements)).to.include({
      title: `Rare ${unminted} · ${collectionConfig.name}`,
    });
  });

  it("uses the minted ranges saved by the previous run while the chain is unreachable", async () => {
    const minted = await mint();
    await using database = await borrowDatabase();
    for (const store of [{ dataDir: await temporaryFolder() }, { databaseUrl: database.url }]) {
      await using first = await serve(store);
      expect(await statusOf(minted, first)).to.equal(200);
      await first.close();
      rpc.behave(faults.dropsTheConnection());
      await using second = await serve(store);
      expect(await statusOf(minted, second)).to.equal(200);
      expect(await statusOf(next(minted), second)).to.equal(404);
      rpc.behave();
    }
  });

  it("returns 503 with Retry-After if the chain was never reached", async () => {
    rpc.behave(faults.dropsTheConnection());
    await using unreached = await serve();
    const file = await unreached.get("/drifters/metadata/1.json");
    expect(file.headers.get("retry-after")).to.equal("5");
    expect(await problemCodeOf(file)).to.equal("503 chain.unavailable");
    const page = await unreached.get("/drifter/1", { accept: "text/html" });
    expect([page.status, page.headers.get("retry-after")]).to.deep.equal([503, "5"]);
    expect(page.headers.get("cache-control")).to.equal("no-store");
    expect(await page.text())
      .to.contain("runtime-config")
      .and.not.to.contain("Rare");
  });
});
