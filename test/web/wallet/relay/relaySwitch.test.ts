import { mock } from "node:test";
import { EthereumProvider } from "@walletconnect/ethereum-provider";
import { expect } from "chai";
import type { Chain } from "viem";
import { collectionConfig } from "#collection/collection.config.ts";
import { relayConnector } from "../../../../web/src/wallet/relay/relayConnector.ts";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";

const chain: Chain = {
  id: 31_337,
  name: "Hardhat",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["http://127.0.0.1:8545"] } },
  blockExplorers: { default: { name: "Scan", url: "https://scan.example" } },
};
const account = hardhatAccount(2).address;
const move = { method: "wallet_switchEthereumChain", params: [{ chainId: "0x7a69" }] };
const unknownChain = Object.assign(new Error("Unknown chain."), { code: 4902 });

interface Request {
  method: string;
  params: object[];
}

/** A connector over a wallet that handles requests so. */
function connectorWith(handle: (request: Request) => unknown) {
  const requests: Request[] = [];
  const options: object[] = [];
  mock.method(EthereumProvider, "init", async (given: object) => {
    options.push(given);
    return {
      accounts: [account],
      request: async (request: Request) => {
        requests.push(request);
        return handle(request);
      },
    };
  });
  const create = relayConnector(
    { projectId: "abc", relayUrl: "wss://relay.example", directoryUrl: "", identityUrl: "" },
    chain,
  );
  // Safety: before it is connected, the connector uses only these parts of wagmi.
  const connector = create({
    chains: [chain],
    emitter: { emit() {} },
    storage: null,
  } as never);
  return { connector, requests, options };
}

describe("relay connector", () => {
  before(() => {
    Object.assign(globalThis, { window: { location: { origin: "https://page.example" } } });
  });
  after(() => {
    Reflect.deleteProperty(globalThis, "window");
  });
  afterEach(() => mock.reset());

  it("requests only this chain, and the methods that the app uses", async () => {
    const { connector, options } = connectorWith(() => null);
    await connector.getProvider();
    await connector.getProvider();
    expect(options).to.deep.equal([
      {
        projectId: "abc",
        relayUrl: "wss://relay.example",
        metadata: {
          name: collectionConfig.name,
          description: "Read drifters' stories, and write your own.",
          url: "https://page.example",
          icons: ["https://page.example/favicon.svg"],
        },
        optionalChains: [31_337],
        optionalMethods: [
          ...["personal_sign", "eth_sendTransaction"],
          ...["wallet_switchEthereumChain", "wallet_addEthereumChain"],
        ],
        rpcMap: { 31337: "http://127.0.0.1:8545" },
        showQrModal: false,
        disableProviderPing: true,
        telemetryEnabled: false,
        logger: "silent",
      },
    ]);
  });

  it("adds the chain first if the wallet does not know it", async () => {
    let isKnown = false;
    const { connector, requests } = connectorWith(({ method }) => {
      if (method === "wallet_addEthereumChain") isKnown = true;
      else if (!isKnown) throw unknownChain;
    });
    await connector.switchChain?.();
    const { name: chainName, nativeCurrency } = chain;
    const rpcUrls = ["http://127.0.0.1:8545"];
    const blockExplorerUrls = ["https://scan.example"];
    const added = { chainId: "0x7a69", chainName, nativeCurrency, rpcUrls, blockExplorerUrls };
    expect(requests).to.deep.equal([
      move,
      { method: "wallet_addEthereumChain", params: [added] },
      move,
    ]);
  });

  for (const [rejected, requested] of [
    ["wallet_switchEthereumChain", ["wallet_switchEthereumChain"]],
    ["wallet_addEthereumChain", ["wallet_switchEthereumChain", "wallet_addEthereumChain"]],
  ] as const) {
    it(`reports that ${rejected} was rejected, and requests nothing after that`, async () => {
      const rejection = Object.assign(new Error("No."), { code: 4001 });
      const { connector, requests } = connectorWith(async ({ method }) => {
        throw method === rejected ? rejection : unknownChain;
      });
      expect(await connector.switchChain?.().catch((reason: Error) => reason)).to.equal(rejection);
      expect(requests.map(({ method }) => method)).to.deep.equal(requested);
    });
  }
});
