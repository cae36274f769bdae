import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect } from "chai";
import { getBalance } from "viem/actions";
import type { Connector } from "wagmi";
import { getConnection, switchChain } from "wagmi/actions";
import { localStore } from "../../../../web/src/page/storage.ts";
import { connectionEvents } from "../../../../web/src/wallet/connectionEvents.ts";
import { type Pairing, pairingStore } from "../../../../web/src/wallet/relay/pairing.ts";
import type { RelayProvider } from "../../../../web/src/wallet/relay/relayConnector.ts";
import { createWalletConfig, type WalletConfig } from "../../../../web/src/wallet/walletConfig.ts";
import { until } from "../../../support/until.ts";
import { closeRelayClient } from "../../../support/web/closeRelayClient.ts";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";
import { type PhoneWallet, startPhoneWallet } from "../../../support/web/phoneWallet.ts";
import { type Relay, startRelay } from "../../../support/web/relay.ts";

const chainId = 31_337;

/** An unreachable URL. */
const nobody = "http://127.0.0.1:1";

// The app's side runs in Node, with a real WalletConnect client, and a real wallet SDK on the wallet's side.
describe("relay connection", () => {
  const environment = { ...process.env };
  let relay: Relay;
  const phones: PhoneWallet[] = [];
  const pages: WalletConfig[] = [];

  before(async () => {
    relay = await startRelay();
    // Each page has its own client.
    process.env.DISABLE_GLOBAL_CORE = "true";
    const window = Object.assign(new EventTarget(), { location: { origin: "http://127.0.0.1" } });
    Object.assign(globalThis, { window });
  });
  afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.close();
    for (const page of pages.splice(0)) await hangUp(page);
    // Each page runs in a separate browser.
    for (const key of localStore.keys()) localStore.removeItem(key);
  });
  after(async () => {
    process.env = environment;
    Reflect.deleteProperty(globalThis, "window");
    await relay?.close();
  });

  describe("once connected", () => {
    it("follows the wallet to a different account", async () => {
      const { page, phone } = await connected(2);
      await phone.selectAccount(3);
      await until(() => getConnection(page).address === hardhatAccount(3).address);
      expect(getConnection(page).status).to.equal("connected");
    });
  });

  describe("while the page's own node is down", () => {
    it("[S7.25] falls back to WalletConnect's node for people connected over its relay", async () => {
      const received: (string | undefined)[] = [];
      const server = createServer(async (request, response) => {
        received.push(request.url);
        // Safety: viem sends JSON-RPC.
        const { id } = (await json(request)) as { id: number };
        response.end(JSON.stringify({ jsonrpc: "2.0", id, result: "0x7b" }));
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      try {
        // Safety: a server that listens on a port has an address of this form.
        const identityUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const { page } = await connected(2, { identityUrl });
        expect(received).to.deep.equal([]);
        const { address } = hardhatAccount(2);
        expect(await getBalance(page.getClient(), { address })).to.equal(123n);
        expect(received).to.deep.equal(["/v1/?chainId=eip155:31337&projectId=test-project"]);
      } finally {
        server.close();
        server.closeAllConnections();
      }
    });
  });

  describe("on a different network", () => {
    it("[S2.9] [S4.40] switches on request, and the app continues there", async () => {
      const { page, phone } = await connected(2, { walletChainId: 1 });
      const before = getConnection(page);
      expect(before).to.include({ status: "connected", chainId: 1 });
      await switchChain(page, { chainId });
      const after = getConnection(page);
      expect(connectionEvents(before, after, chainId)).to.deep.equal([
        { type: "chainChanged", id: chainId, unsupported: false },
      ]);
      expect(phone.requests).to.deep.equal(["wallet_switchEthereumChain"]);
    });
  });

  /** Creates a page's wallet configuration and pairing desk. */
  function openPage(identityUrl = nobody) {
    const page = createWalletConfig({
      chain: {
        id: chainId,
        name: "Hardhat",
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
        rpcUrls: { default: { http: [nobody] } },
      },
      walletConnect: {
        projectId: "test-project",
        relayUrl: relay.url,
        directoryUrl: nobody,
        identityUrl,
      },
    });
    pages.push(page);
    return { page, desk: pairingStore(page, relayConnectorOf(page)) };
  }

  /** Connects a page with a phone that has scanned its code and approved. */
  async function connected(
    account: number,
    options: { walletChainId?: number; identityUrl?: string } = {},
  ) {
    const { page, desk } = openPage(options.identityUrl);
    const { walletChainId = chainId } = options;
    const relayUrl = relay.url;
    const phone = await startPhoneWallet({ relayUrl, account, chainId: walletChainId });
    phones.push(phone);
    desk.begin();
    await until(() => desk.read().state === "ready");
    const { uri } = desk.read() as Pairing & { state: "ready" };
    await (await phone.scan(uri)).approve();
    await until(() => getConnection(page).status === "connected");
    return { page, phone };
  }
});

function relayConnectorOf(page: WalletConfig): Connector {
  const connector = page.connectors.find(({ type }) => type === "walletConnect");
  if (!connector) throw new Error("The page has no relay connector.");
  return connector;
}

/** Closes a page's connection to the relay, as closing the page does. */
async function hangUp(page: WalletConfig): Promise<void> {
  const provider = (await relayConnectorOf(page).getProvider()) as RelayProvider;
  await closeRelayClient(provider.signer.client.core);
}
