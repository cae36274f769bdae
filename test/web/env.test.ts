import { expect } from "chai";
import {
  type RuntimeConfig,
  runtimeConfigElement,
  runtimeConfigElementId,
} from "#protocol/wire/runtimeConfig";
import { parseRuntimeConfig } from "../../web/src/env.ts";

const settings: RuntimeConfig = {
  chain: {
    id: 31_337,
    name: "</script><b>Hardhat",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: ["http://127.0.0.1:8545"] } },
  },
  contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  genesisHash: `0x${"1".repeat(64)}`,
};

describe("parseRuntimeConfig", () => {
  it("reads the server's script element, including text that needs escaping", () => {
    const element = runtimeConfigElement(settings);
    const [, id, json] = element.match(/^<script [^>]*id="([^"]+)">([^<]*)<\/script>$/) ?? [];
    expect(id).to.equal(runtimeConfigElementId);
    expect(parseRuntimeConfig(json)).to.deep.equal(settings);
  });

  it("returns optional settings that are present", () => {
    const complete: RuntimeConfig = {
      ...settings,
      chain: {
        ...settings.chain,
        blockExplorers: { default: { name: "Explorer", url: "https://explorer.example.org" } },
        contracts: { ensUniversalResolver: { address: `0x${"e".repeat(40)}` } },
      },
      walletConnect: {
        projectId: "abc",
        relayUrl: "wss://relay.example",
        directoryUrl: "https://directory.example",
        identityUrl: "https://identity.example",
      },
    };
    expect(parseRuntimeConfig(JSON.stringify(complete))).to.deep.equal(complete);
  });
});
