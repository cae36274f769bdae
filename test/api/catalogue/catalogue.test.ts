import { mkdir, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import type { DrifterId } from "#protocol/values/drifterId";
import { apiPaths, ownedTokensPath, tokenPath } from "#protocol/wire/paths";
import type {
  ApiProblem,
  OwnerPageResponse,
  StoryPage,
  TokenNeighbors,
  TokenPageResponse,
} from "#protocol/wire/responses";
import {
  type Api,
  account,
  problemCodeOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { idsOf } from "../../support/api/catalogueFixture.ts";
import { faults, type RpcCall, startFaultyRpc } from "../../support/api/faultyRpc.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const writer = account(2);
const reader = account(3);

/** Selector of `tokensOfOwner`. */
const selector = "c839fe94";

describe("gallery API", () => {
  const fixture = useFixture();
  let folder: string;
  let api: Api;
  before("serve five drifters", async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder, "metadata"));
    for (let id = 1; id <= 20; id += 1) {
      const attributes = [{ trait_type: "Hat", value: id % 2 === 0 ? "Cowl" : "Bare" }];
      const metadata = { name: `Walker ${id}`, attributes };
      await writeFile(join(folder, `metadata/${id}.json`), JSON.stringify(metadata));
    }
    for (const owner of [writer, writer, writer, reader, reader]) {
      await fixture.giveToken(owner.address);
    }
    api = await startApiFor(fixture, {
      collectionDir: folder,
      ownerReadsPerMinute: 10_000,
      responseLifeMilliseconds: 0,
    });
    await publish("1", "# Dust\n\nThe *lantern* went out near #3.");
    await publish("2", "A second lantern, and a lantern more.");
    await publish("3", "Salt, and nothing else.");
  });
  after(() => api.close());

  const publish = async (drifterId: DrifterId, text: string) =>
    expect(await problemCodeOf(await api.save(await signedSave(writer, drifterId, text)))).to.equal(
      "200",
    );
  // Safety: the fixture validates responses against the OpenAPI description.
  const read = async <Body>(path: string, from = api) =>
    (await (await from.get(path)).json()) as Body;
  const tokens = (query = "") => read<TokenPageResponse>(apiPaths.tokens + query);
  const stories = (query: string) => read<StoryPage>(apiPaths.narratives + query);
  const neighbors = (id: DrifterId, from = api) =>
    read<TokenNeighbors>(tokenPath(apiPaths.neighbors, id), from);

  describe("GET /api/tokens", () => {
    it("lists only minted drifters, latest first, with counts for every filter", async () => {
      const { facets, ...page } = await tokens();
      expect(idsOf(page.tokens)).to.equal("5 4 3 2 1");
      expect(page.tokens[4]).to.deep.equal({
        drifterId: "1",
        name: "Walker 1",
        phase: "Gifts",
        hasStory: true,
      });
      expect(page).to.include({ total: 5, next: null });
      expect(facets.traits.map(({ type }) => type)).to.deep.equal(["Hat"]);
      expect(facets.phases).to.deep.equal([{ phase: "Gifts", count: 5 }]);
      expect(facets.stories).to.deep.equal({ with: 3, without: 2 });
    });

    it("applies filters and a story search", async () => {
      const ids = async (query: string) => idsOf((await tokens(query)).tokens);
      expect(await ids("?trait=Hat:Cowl&hasStory=false&phase=Gifts")).to.equal("4");
      expect(await ids("?query=lantern&order=number")).to.equal("1 2");
      expect(await ids("?query=walker+5")).to.equal("5");
    });

    it("returns 304 until its content changes", async () => {
      const etag = (await api.get(apiPaths.tokens)).headers.get("etag");
      expect((await api.revalidate(apiPaths.tokens, etag)).status).to.equal(304);
      const id = await fixture.giveToken(reader.address);
      while ((await tokens()).total === 5) await api.get("/healthz");
      const { tokens: shown } = await tokens();
      expect(shown[0]).to.deep.include({ drifterId: id, name: `Walker ${id}` });
      expect((await api.revalidate(apiPaths.tokens, etag)).status).to.equal(200);
    });
  });

  describe("GET /api/narrative with parameters", () => {
    it("paginates stories by date or rank, with titles and excerpts without Markdown", async () => {
      const newest = await stories("?limit=2");
      const first = await stories("?query=lantern&limit=1");
      const last = await stories(`?query=lantern&limit=1&cursor=${first.next}`);
      const ids = [newest, first, last].map((page) => idsOf(page.stories));
      expect([...ids, last.next]).to.deep.equal(["3 2", "2", "1", null]);
      expect(last.stories[0]?.title).to.equal("Dust");
      expect(last.stories[0]?.excerpt).to.deep.equal([
        { text: "The ", isMatch: false },
        { text: "lantern", isMatch: true },
        { text: " went out near #3.", isMatch: false },
      ]);
      expect(await stories("?query=!")).to.deep.equal({ stories: [], next: null });
    });

    it("paginates one author's stories", async () => {
      const { next, ...first } = await stories(`?author=${writer.address}&limit=2`);
      const last = await stories(`?author=${writer.address.toLowerCase()}&limit=2&cursor=${next}`);
      expect([first, last].map((page) => idsOf(page.stories))).to.deep.equal(["3 2", "1"]);
      expect(last.next).to.equal(null);
      expect((await stories(`?author=${reader.address}`)).stories).to.deep.equal([]);
    });
  });

  describe("GET /api/owners/{address}/tokens", () => {
    it("lists a wallet's drifters at the latest block, in pages, and its stories", async () => {
      const { contract } = fixture;
      const id = await fixture.giveToken(writer.address);
      const signer = await fixture.chain.ethers.getSigner(writer.address);
      await contract.connect(signer).transferFrom(writer.address, reader.address, 3);
      const page = await read<OwnerPageResponse>(ownedTokensPath(writer.address.toLowerCase()));
      expect(page.owner).to.equal(writer.address);
      expect(page.blockNumber).to.equal(await fixture.chain.ethers.provider.getBlockNumber());
      expect(idsOf(page.tokens)).to.equal(`${id} 2 1`);
      expect(page).to.include({ total: 3, next: null, storyTotal: 3 });
      expect(idsOf(page.stories)).to.equal("3 2 1");
      await expectPages(api, [`${id} 2`, "1"]);
    });

    it("reads a contract without tokensOfOwner by index, even if the node rejects long calls", async () => {
      const id = await fixture.giveToken(writer.address);
      await using rpc = await startFaultyRpc(fixture.chain.url);
      await using api = await startApiFor(fixture, { rpcUrls: [rpc.url] });
      const rejects = faults.failsToServe(413, "eth_call");
      rpc.behave(async (call, response) => {
        if (call.method === "eth_getCode") return codeWithoutView(call, response);
        const parts = JSON.stringify(call);
        // Selector of `tokenOfOwnerByIndex`.
        const isLong = parts.split("2f745c59").length > 2;
        return (isLong || parts.includes(selector)) && rejects(call, response);
      });
      await expectPages(api, [`${id} ${Number(id) - 1}`, "2 1"]);
    });

    /** Expects the wallet's tokens in pages of two. */
    async function expectPages(from: Api, expected: readonly string[]): Promise<void> {
      const found: string[] = [];
      let next: string | null = null;
      do {
        const query: string = next === null ? "?limit=2" : `?limit=2&cursor=${next}`;
        const page: OwnerPageResponse = await read(ownedTokensPath(writer.address) + query, from);
        found.push(idsOf(page.tokens));
        next = page.next;
      } while (next !== null);
      expect(found).to.deep.equal(expected);
    }

    /** Responds with the contract's code without the `tokensOfOwner` selector, as in earlier versions. */
    async function codeWithoutView({ id }: RpcCall, response: ServerResponse): Promise<true> {
      const code = await fixture.chain.ethers.provider.getCode(fixture.contract);
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ jsonrpc: "2.0", id, result: code.replaceAll(selector, "00000000") }),
      );
      return true;
    }
  });

  describe("GET /api/tokens/{drifterId}/neighbors", () => {
    it("lists the owner's remaining drifters and the stories that mention this drifter", async () => {
      const found = await neighbors("3");
      expect(found.mentionedIn).to.deep.equal([
        { drifterId: "1", name: "Walker 1", quote: "The lantern went out near #3." },
      ]);
      expect(found.owner).to.equal(reader.address);
      expect((found.sameOwner ?? []).map(({ drifterId }) => drifterId)).to.include.members([
        "4",
        "5",
      ]);
    });

    it("returns 404 for a drifter that is not minted", async () => {
      const response = await api.get(tokenPath(apiPaths.neighbors, "20"));
      expect(await problemCodeOf(response)).to.equal("404 token.not_found");
    });
  });

  it("limits chain reads per client, and omits the owner's drifters above the limit", async () => {
    await using limited = await startApiFor(fixture, { ownerReadsPerMinute: 1 });
    expect((await neighbors("1", limited)).sameOwner).to.be.an("array");
    expect((await neighbors("1", limited)).sameOwner).to.equal(null);
    const neighborsPath = tokenPath(apiPaths.neighbors, "1");
    const policyOf = async (from: Api) =>
      (await from.get(neighborsPath)).headers.get("cache-control");
    expect(await policyOf(limited)).to.equal("no-cache");
    expect(await policyOf(api)).to.include("s-maxage=");
    const response = await limited.get(ownedTokensPath(writer.address));
    expect(await problemCodeOf(response.clone())).to.equal("429 rate.limited");
    expect(await response.text()).to.contain("wallets' drifters");
  });

  for (const [path, detail] of [
    [
      "/api/tokens?trait=Hat:Crown",
      'trait takes a trait of a minted drifter, such as Hat:Cowl, not "Hat:Crown"',
    ],
    ["/api/tokens?phase=Ash", "phase takes the name of a phase with minted drifters"],
    ["/api/tokens?cursor=number-1", "cursor takes the value of next from an earlier response"],
    ["/api/tokens/1/neighbors?limit=1", 'Unknown parameter "limit"; this path accepts none'],
    ["/api/owners/0x12/tokens", "address takes 0x and 40 hex digits"],
    [`${ownedTokensPath(writer.address)}?cursor=0x1`, "cursor takes the value of next"],
    [`${ownedTokensPath(writer.address)}?limit=201`, "limit takes a whole number from 1 to 200"],
    ["/api/narrative?author=0x12", "author takes 0x and 40 hex digits"],
    [`/api/narrative?author=${writer.address}&query=a`, "author cannot be combined with query"],
    ["/api/narrative?cursor=number-1", "cursor takes the value of next from an earlier response"],
    ["/api/narrative?cursor=rank-1", "cursor takes"],
    ["/api/narrative?query=a&cursor=at-1-1", "cursor takes"],
  ] as const) {
    it(`rejects ${path.slice(0, 40)} and lists the accepted values`, async () => {
      const response = await api.get(path);
      expect(await problemCodeOf(response.clone())).to.equal("400 request.invalid_parameter");
      // Safety: the status and the content type show that it is a problem.
      expect(((await response.json()) as ApiProblem).detail).to.contain(detail);
    });
  }
});
