import { type RuntimeConfig, runtimeConfigElementId } from "#protocol/wire/runtimeConfig";
import { runtimeConfig } from "../../../web/src/env.ts";

// Imported by tests that render components in Node: provides the page's settings.

/** Settings of a page that no server rendered. */
const settings: RuntimeConfig = {
  chain: {
    id: 31_337,
    name: "Hardhat",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: ["http://127.0.0.1:8545"] } },
  },
  contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  genesisHash: `0x${"1".repeat(64)}`,
};

const textContent = JSON.stringify(settings);
export const pageSettings = "document" in globalThis ? readFromPage() : readWithoutPage();

function readFromPage(): RuntimeConfig {
  const script = document.createElement("script");
  Object.assign(script, { id: runtimeConfigElementId, type: "application/json", textContent });
  document.head.append(script);
  return runtimeConfig();
}

function readWithoutPage(): RuntimeConfig {
  const document = {
    getElementById: (id: string) => (id === runtimeConfigElementId ? { textContent } : null),
  };
  Object.assign(globalThis, { document });
  const read = runtimeConfig();
  Reflect.deleteProperty(globalThis, "document");
  return read;
}
