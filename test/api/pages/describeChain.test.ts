import { expect } from "chai";
import { findEnsResolver } from "../../../api/src/chain/ens.ts";
import { describeChain } from "../../../api/src/pages/runtimeConfig.ts";
import { account } from "../../support/api/apiFixture.ts";

describe("describeChain", () => {
  it("returns the chain's name, currency and, if present, explorer", async () => {
    const ether = { name: "Ether", symbol: "ETH", decimals: 18 };
    const etherscan = { name: "Etherscan", url: "https://etherscan.io" };
    expect(await describeChain(1)).to.deep.equal({
      name: "Ethereum",
      nativeCurrency: ether,
      blockExplorers: { default: etherscan },
    });
    expect(await describeChain(8_453)).to.include({ name: "Base" });
    expect(await describeChain(4_242_424_242)).to.deep.equal({
      name: "Chain 4242424242",
      nativeCurrency: ether,
    });
  });
});

describe("findEnsResolver", () => {
  it("returns the configured resolver, otherwise the chain's; none if off, or without ENS", async () => {
    const { address } = account(2);
    expect(await findEnsResolver({ chainId: 1, ensResolver: address })).to.equal(address);
    expect(await findEnsResolver({ chainId: 1, ensResolver: "off" })).to.equal(undefined);
    expect(await findEnsResolver({ chainId: 1 })).to.match(/^0xeeeeeeee14d7/);
    expect(await findEnsResolver({ chainId: 11_155_111 })).to.match(/^0x/);
    for (const chainId of [8_453, 31_337, 4_242_424_242]) {
      expect(await findEnsResolver({ chainId }), `${chainId}`).to.equal(undefined);
    }
  });
});
