import { expect } from "chai";
import { readContractQueryOptions } from "wagmi/query";
import { collectionAbi } from "#chain/abi";
import type { RuntimeConfig } from "#protocol/wire/runtimeConfig";
import { createWalletConfig } from "../../../web/src/wallet/walletConfig.ts";
import { withFetch } from "../../support/stubFetch.ts";

const chain: RuntimeConfig["chain"] = {
  id: 31_337,
  name: "Hardhat",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["http://127.0.0.1:8545"] } },
  blockExplorers: { default: { name: "Explorer", url: "https://explorer.example.org" } },
};

const walletConnect: RuntimeConfig["walletConnect"] = {
  projectId: "abc",
  relayUrl: "wss://relay.example",
  directoryUrl: "https://directory.example",
  identityUrl: "https://identity.example",
};

describe("wallet configuration", () => {
  const config = createWalletConfig({ chain });
  const client = config.getClient();

  it("[S1.12] [S9.18] [S3.11] contains only the configured chain, with all its fields", () => {
    expect(config.chains).to.have.lengthOf(1);
    expect(config.chains[0]).to.include({ id: 31_337, name: "Hardhat" });
    expect(config.chains[0]).to.deep.include({
      nativeCurrency: chain.nativeCurrency,
      rpcUrls: chain.rpcUrls,
      blockExplorers: chain.blockExplorers,
    });
  });

  it("[S9.14] [S9.15] [S9.16] polls the chain every 4 seconds, times requests out after 10 seconds, and retries 3 times", () => {
    expect(client.pollingInterval).to.equal(4_000);
    expect(client.transport).to.include({ timeout: 10_000, retryCount: 3 });
  });

  it("[S7.18] offers relay wallets only with a project ID, and prefers the app's own node", async () => {
    const relayed = createWalletConfig({ chain, walletConnect });
    const typesOf = ({ connectors }: typeof config) => connectors.map(({ type }) => type);
    expect(typesOf(config)).to.deep.equal(["injected"]);
    expect(typesOf(relayed)).to.deep.equal(["injected", "walletConnect"]);
    expect(relayed.chains.map(({ id }) => id)).to.deep.equal([31_337]);
    const { transport } = relayed.getClient();
    const nodes = transport.transports.map(({ value }: { value?: { url?: string } }) => value?.url);
    expect(nodes).to.deep.equal([
      "http://127.0.0.1:8545",
      "https://identity.example/v1/?chainId=eip155:31337&projectId=abc",
    ]);
    const requested: string[] = [];
    const reject: typeof fetch = async (url) => {
      requested.push(new URL(String(url)).hostname);
      return new Response("", { status: 400 });
    };
    const request = () => relayed.getClient().request({ method: "eth_chainId" });
    const call = () => withFetch(reject, () => request().catch(() => undefined));
    await call();
    const [, connector] = relayed.connectors;
    if (!connector) throw new Error("There is no relay.");
    const connection = { accounts: ["0x1"], chainId: 31_337, connector } as const;
    relayed.setState((state) => ({
      ...state,
      current: "1",
      connections: new Map([["1", connection]]),
    }));
    await call();
    expect(requested).to.deep.equal(["127.0.0.1", "127.0.0.1", "identity.example"]);
  });

  it("[S5.18] sends no contract read without an ABI or an address", () => {
    const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
    const read = { functionName: "ownerOf", args: [7n] } as const;
    const abi = collectionAbi;
    expect(readContractQueryOptions(config, { ...read, abi, address }).enabled).to.equal(true);
    expect(readContractQueryOptions(config, { ...read, abi }).enabled).to.equal(false);
    expect(readContractQueryOptions(config, { ...read, address }).enabled).to.equal(false);
  });
});
