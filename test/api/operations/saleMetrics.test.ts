import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import { type Api, account } from "../../support/api/apiFixture.ts";
import { revertAfterEach } from "../../support/api/borrowedChain.ts";
import { faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";
import { issue, startMintApi, use, useMintFixture } from "../../support/api/mintFixture.ts";

const [ada, ben] = [account(2).address, account(3).address];

describe("GET /metrics about the sale", () => {
  const fixture = useMintFixture();
  const node = useFaultyRpc(fixture);
  revertAfterEach(fixture);
  let api: Api;
  beforeEach(async () => {
    const reads = { blockLifeMilliseconds: 0, mintedLifeMilliseconds: 3_600_000 };
    api = await startMintApi(fixture, { rpcUrls: [node.url], metricsPort: 0, ...reads });
  });
  afterEach(() => api.close());

  /** Returns the sale's series, which start with `site_sale_` or `site_chain_block_`. */
  const scrape = async () => {
    const text = await (await fetch(api.metricsUrl ?? "")).text();
    const series = text.matchAll(/^(site_(?:sale|chain_block)_\S*?(?:\{.*\})?) (\S+)$/gm);
    return Object.fromEntries([...series].map(([, name, value]) => [name, Number(value)]));
  };

  it("reports supply, phase, minting, signer, balance, income, and the latest block's time", async () => {
    await use(fixture, await issue(api, ada, 2));
    await fixture.contract.withdrawFunds();
    await use(fixture, await issue(api, ben, 1));
    // Reads the history, which a scrape does not wait for.
    await api.get("/api/mint/history");
    const price = Number(await fixture.contract[collectionConfig.priceFunction]()) / 1e18;
    const [, end] = await fixture.contract.AllPhases("Ember");
    const block = await fixture.chain.ethers.provider.getBlock("latest");
    expect(await scrape()).to.deep.equal({
      site_chain_block_timestamp_seconds: block?.timestamp,
      'site_sale_tokens{of="minted"}': 3,
      'site_sale_tokens{of="cap"}': Number(await fixture.contract.MAX_SUPPLY()),
      'site_sale_phase_left{phase="Ember"}': Number(end) - 1 - 3,
      site_sale_minting: 1,
      site_sale_signer_matches: 1,
      site_sale_contract_balance_ether: price,
      site_sale_income_ether: 3 * price,
    });
    await fixture.contract.toggleMint();
    await fixture.contract.adjustSigner(ben);
    expect(await scrape()).to.include({ site_sale_minting: 0, site_sale_signer_matches: 0 });
  });

  it("omits the sale's values while the chain cannot be read", async () => {
    node.behave(faults.dropsTheConnection());
    expect(Object.keys(await scrape())).to.deep.equal([]);
    node.behave();
    expect(await scrape()).to.include({ site_sale_minting: 1 });
  });
});
