import { expect } from "chai";
import { describeChain } from "../../../api/src/pages/runtimeConfig.ts";

describe("describeChain", () => {
  it("returns the chain's name, currency, explorer and, if present, ENS resolver", async () => {
    const ether = { name: "Ether", symbol: "ETH", decimals: 18 };
    const etherscan = { name: "Etherscan", url: "https://etherscan.io" };
    expect(await describeChain(1)).to.deep.equal({
      name: "Ethereum",
      nativeCurrency: ether,
      blockExplorers: { default: etherscan },
      contracts: {
        ensUniversalResolver: { address: "0xeeeeeeee14d718c2b47d9923deab1335e144eeee" },
      },
    });
    expect(await describeChain(11_155_111)).to.have.nested.property(
      "contracts.ensUniversalResolver",
    );
    expect(await describeChain(8_453))
      .to.include({ name: "Base" })
      .and.not.have.any.keys("contracts");
    expect(await describeChain(4_242_424_242)).to.deep.equal({
      name: "Chain 4242424242",
      nativeCurrency: ether,
    });
  });
});
