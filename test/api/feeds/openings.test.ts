import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import { ApiError } from "../../../api/src/base/apiError.ts";
import { createOpenings } from "../../../api/src/feeds/openings.ts";
import type { SalePlan } from "../../../api/src/settings/saleFile.ts";
import { account, problemCodeOf } from "../../support/api/apiFixture.ts";
import { startMintApi, useMintFixture } from "../../support/api/mintFixture.ts";
import { createPlan } from "../../support/api/salePlan.ts";

const opensAt = 1_800_000_000n;
const origin = "https://site.example";

/** Lists the openings at the chain's times; undefined while the chain is unavailable. */
function listing(plan: SalePlan, ...times: (bigint | undefined)[]) {
  const readSale = async () => {
    const timestamp = times.shift();
    if (timestamp === undefined) throw new ApiError("chain.unavailable");
    return { timestamp };
  };
  const current = { current: plan };
  // Safety: openings need only the timestamp.
  const list = createOpenings({ chain: { readSale } as never, plan: current });
  return { list: () => list(origin, "tag:x"), current, times };
}

describe("phase openings in feeds", () => {
  const ember = createPlan(["Ember & Ash", 5, { opensAt, closesAt: opensAt + 3_600n }]);

  it("lists an opened phase, even after it closes or while the chain is down", async () => {
    const times = [opensAt - 1n, opensAt, opensAt + 99_999n, undefined];
    const { list } = listing(ember, ...times);
    const counts: number[] = [];
    for (const _ of times) counts.push((await list()).length);
    expect(counts).to.deep.equal([0, 1, 1, 1]);
  });

  it("describes the phase, with an ID that stays the same when the opening moves", async () => {
    const { list, current } = listing(ember, opensAt, opensAt);
    const [entry] = await list();
    expect(entry).to.deep.equal({
      id: "tag:x/mint/Ember%20%26%20Ash",
      title: "“Ember & Ash” opens",
      pageUrl: `${origin}/mint`,
      author: collectionConfig.name,
      authorUrl: `${origin}/`,
      updated: "2027-01-15T08:00:00.000Z",
      summary:
        "100 drifters, 0–99, at 0.08 ETH each, up to 20 per mint. Up to 5 per wallet. From 2027-01-15T08:00:00Z until 2027-01-15T09:00:00Z.",
    });
    current.current = createPlan(["Ember & Ash", {}, { opensAt: opensAt - 60n }]);
    const [moved] = await list();
    expect(moved?.id).to.equal(entry?.id);
    expect(moved?.summary).to.match(/For listed wallets\. From 2027-01-15T07:59:00Z\.$/);
  });

  it("omits phases without an opening time, and does not read the chain", async () => {
    const { list, times } = listing(createPlan(["Ember", 5]), opensAt);
    expect(await list()).to.deep.equal([]);
    expect(times).to.have.length(1);
  });

  describe("in both formats", () => {
    const fixture = useMintFixture();

    it("lists openings in the site's feed, but not in a wallet's", async () => {
      const plan = createPlan(["Ember", 5, { opensAt: 1_600_000_000n }]);
      const { address } = account(2);
      const mint = { signer: account(1), plan };
      await using api = await startMintApi(fixture, { mint, publicUrl: origin });
      const text = async (path: string) => {
        const response = await api.get(path);
        expect(await problemCodeOf(response)).to.equal("200");
        return response.text();
      };
      for (const format of ["atom", "json"]) {
        expect(await text(`/feed.${format}`))
          .to.contain("“Ember” opens")
          .and.contain("2020-09-13");
        expect(await text(`/owner/${address}/feed.${format}`)).not.to.contain("Ember");
      }
    });
  });
});
