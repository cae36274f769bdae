import { fileURLToPath } from "node:url";
import toolbox from "@nomicfoundation/hardhat-toolbox-mocha-ethers";
import { configVariable, defineConfig } from "hardhat/config";
import { localChainId, localRpcUrl } from "#protocol/localWorld";
import { abiPlugin } from "./scripts/hardhat/abiPlugin.ts";
import { campaignPlugin } from "./scripts/test/campaignPlugin.ts";
import { strictEqualityPlugin } from "./scripts/test/strictEqualityPlugin.ts";

export default defineConfig({
  // Ours comes first: it brings order into what TypeChain, a part of the toolbox, then writes.
  plugins: [abiPlugin, toolbox, campaignPlugin, strictEqualityPlugin],
  solidity: {
    version: "0.8.37",
    // The compiler comes from npm, so that nothing is downloaded at build time.
    path: fileURLToPath(import.meta.resolve("solc/soljson.js")),
    settings: {
      optimizer: { enabled: true, runs: 1_000_000 },
      evmVersion: "prague",
      // The words of errors, besides what Hardhat needs.
      outputSelection: { "*": { "*": ["devdoc", "userdoc"] } },
    },
  },
  typechain: { outDir: "typechain-types", tsNocheck: true },
  networks: {
    // The local world's node. Its first block has a fixed date, so that every start is the same chain.
    world: { type: "edr-simulated", chainId: localChainId, initialDate: "2026-01-01T00:00:00Z" },
    // The same node, seen over its socket; the URL is overridden by whoever started it.
    worldOverHttp: { type: "http", url: localRpcUrl },
    // Where npm run deploy can go. A node on this machine signs with accounts of its own; for any other
    // chain the variables come from the environment or from Hardhat's encrypted keystore.
    localhost: {
      type: "http",
      url: configVariable("RPC_URL", { default: localRpcUrl }),
    },
    remote: {
      type: "http",
      url: configVariable("RPC_URL"),
      accounts: [configVariable("DEPLOYER_KEY")],
    },
  },
  verify: { etherscan: { apiKey: configVariable("ETHERSCAN_API_KEY") } },
  test: {
    mocha: { timeout: 60_000 },
    solidity: {
      // Always the same inputs; `npm run soak -- fuzz` tries more of them, and others.
      fuzz: { runs: 500 },
      // Handlers revert when the collection refuses; how often is bounded by the campaign report.
      invariant: { runs: 64, depth: 100, failOnRevert: false },
    },
  },
});
