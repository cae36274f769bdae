import toolbox from "@nomicfoundation/hardhat-toolbox-mocha-ethers";
import { configVariable, defineConfig } from "hardhat/config";
import { localChainId, localRpcUrl } from "#protocol/chain/localWorld";
import { abiPlugin } from "./scripts/shared/hardhat/abiPlugin.ts";
import { solcPath } from "./scripts/shared/hardhat/solc.ts";
import { solcPlugin } from "./scripts/shared/hardhat/solcPlugin.ts";
import { strictEqualityPlugin } from "./scripts/shared/hardhat/strictEqualityPlugin.ts";
import { testTimeoutMilliseconds } from "./scripts/test/runner/testTimeout.ts";

const compiler = {
  version: "0.8.37",
  path: solcPath,
  settings: {
    optimizer: { enabled: true, runs: 1_000_000 },
    evmVersion: "prague",
    // In addition to Hardhat's own output: NatSpec for the errors, the storage layout for traces.
    outputSelection: { "*": { "*": ["devdoc", "userdoc", "storageLayout"] } },
  },
};

export default defineConfig({
  // abiPlugin comes first: it sorts the artifacts from which TypeChain, a part of the toolbox, then generates.
  plugins: [abiPlugin, toolbox, solcPlugin, strictEqualityPlugin],
  solidity: {
    compilers: [compiler],
    overrides: {
      // No metadata, because this contract's code is committed, and metadata would depend on the
      // files compiled with it.
      "contracts/simulation/Simulation.sol": {
        ...compiler,
        settings: { ...compiler.settings, metadata: { appendCBOR: false } },
      },
    },
  },
  typechain: { outDir: "typechain-types", tsNocheck: true },
  networks: {
    // The local world's node. Block 0 has a fixed date, so that every start gives the same chain.
    world: { type: "edr-simulated", chainId: localChainId, initialDate: "2026-01-01T00:00:00Z" },
    // The same node over HTTP; the code that starts it overrides the URL.
    worldOverHttp: { type: "http", url: localRpcUrl },
    // Networks of npm run deploy. A local node signs with its own accounts; for other chains the variables come from
    // the environment or from Hardhat's encrypted keystore.
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
  test: { mocha: { timeout: testTimeoutMilliseconds } },
});
