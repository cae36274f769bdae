import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "chai";
import { parseEther, UserRejectedRequestError } from "viem";
import type { Config } from "wagmi";
import { connectedConfig, setConnection } from "../../../support/web/connectedWallet.ts";
import { ensContracts, ensNode } from "../../../support/web/ensNode.ts";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";
import { pageSettings } from "../../../support/web/pageSettings.ts";
import {
  button,
  rejectRequests,
  settle,
  stubResponses,
} from "../../../support/web/renderComponent.tsx";
import { offerWalletConnect, pageWith, renderView } from "./walletViews.tsx";

const { default: AccountView } = await import("../../../../web/src/wallet/modal/AccountView.tsx");
const { NetworkView } = await import("../../../../web/src/wallet/modal/NetworkViews.tsx");
const { SwitchNetworkView } = await import("../../../../web/src/wallet/modal/NetworkViews.tsx");

const { address } = hardhatAccount(2);
const home = pageSettings.chain.id;

/** A page connected to a wallet with this balance, in wei. */
const accountWith = (balance: bigint) =>
  connectedConfig(address, {}, { eth_getBalance: () => `0x${balance.toString(16)}` });

const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

describe("AccountView", () => {
  beforeEach(rejectRequests);

  it("shows the account, its balance, network and wallet", async () => {
    const config = accountWith(parseEther("1.50789"));
    const { opened, press, container } = renderView(<AccountView />, config);
    expect(fact("Balance")).to.equal("…");
    await settle();
    expect(fact("Balance")).to.equal("1.5078 ETH");
    expect(fact("Wallet")).to.equal("Test wallet");
    expect(container.querySelector("code")?.textContent).to.equal(address);
    expect(screen.queryByRole("link")).to.equal(
      screen.getByRole("link", { name: "Mint a drifter" }),
    );
    expect(screen.queryByRole("heading", { name: "Local accounts" })).to.equal(null);
    expect(button("Hardhat").dataset.leadsTo).to.equal("networks");
    expect(button("Hardhat").querySelector("svg")?.getAttribute("aria-hidden")).to.equal("true");
    await press("Hardhat");
    expect(opened).to.deep.equal([{ view: "networks" }]);
    for (const shown of [address, hardhatAccount(3).address]) {
      await settle(() => setConnection(config, shown, home));
      await press("Copy");
      expect(container.querySelector("code")?.textContent).to.equal(shown);
      expect(await navigator.clipboard.readText()).to.equal(shown);
    }
  });

  it("closes the dialog when the mint page is opened", async () => {
    const view = (
      <dialog open>
        <AccountView />
      </dialog>
    );
    const { follow } = renderView(view, accountWith(0n));
    await follow("Mint a drifter");
    expect(document.querySelector("dialog")?.open).to.equal(false);
  });

  it("links to a mint in progress instead of a new one", () => {
    localStorage.setItem(`mint:31337:0x5F:${address}`, "{}");
    try {
      renderView(<AccountView />, accountWith(0n));
    } finally {
      localStorage.clear();
    }
    const link = screen.getByRole("link", { name: "See your latest mint" });
    expect(link.getAttribute("href")).to.equal("/mint");
  });

  it("disconnects on request, and then shows nothing", async () => {
    const config = accountWith(0n);
    const { press, container } = renderView(<AccountView />, config);
    await press("Disconnect");
    await settle();
    expect([config.state.status, container.textContent]).to.deep.equal(["disconnected", ""]);
  });

  describe("on a chain with ENS, without an identity service,", () => {
    beforeEach(() => Object.assign(pageSettings.chain, { contracts: ensContracts }));
    afterEach(() => Reflect.deleteProperty(pageSettings.chain, "contracts"));

    it("shows the account's ENS name", async () => {
      renderView(<AccountView />, connectedConfig(address, {}, ensNode("ash.eth", "")));
      await screen.findByRole("heading", { name: "ash.eth" });
      screen.getByText(address);
    });

    it("shows only the address after a failed read", async () => {
      const { queryClient } = renderView(<AccountView />, connectedConfig(address, {}));
      await waitFor(() =>
        expect(queryClient.getQueryState(["identity", address])?.status).to.equal("error"),
      );
      expect(screen.queryByRole("heading", { name: "ash.eth" })).to.equal(null);
      expect(fact("Balance")).to.equal("Unavailable");
    });
  });

  describe("with an identity service", () => {
    offerWalletConnect();

    it("[S3.10] shows the account's name, avatar, address and balance, with a fallback avatar", async () => {
      const urls: string[] = [];
      stubResponses(async (input) => {
        urls.push(String(input));
        return urls.at(-1)?.startsWith("https://identity.example/")
          ? Response.json({ name: "ash.eth", avatar: "https://pictures.example/ash.png" })
          : Response.json({ id: 1, error: { code: 3, message: "execution reverted" } });
      });
      const { container } = renderView(<AccountView />, accountWith(parseEther("1.25")));
      await screen.findByText("ash.eth");
      screen.getByText(address);
      await waitFor(() => expect(fact("Balance")).to.equal("1.25 ETH"));
      expect(urls).to.include(
        `https://identity.example/v1/identity/${address}?chainId=eip155:31337&projectId=abc`,
      );
      const image = container.querySelector("img");
      const names = ["src", "alt", "width", "height", "referrerpolicy"];
      expect(names.map((name) => image?.getAttribute(name))).to.deep.equal([
        "https://pictures.example/ash.png",
        "",
        "64",
        "64",
        "no-referrer",
      ]);
      await settle(() => image?.dispatchEvent(new Event("error")));
      expect(container.querySelector("img")).to.equal(null);
      expect(container.querySelector("svg.avatar")?.getAttribute("aria-hidden")).to.equal("true");
      const halves = [...container.querySelectorAll("svg.avatar path")];
      expect(halves.map((half) => half.getAttribute("fill"))).to.deep.equal(["#3C44Cd", "#4293BC"]);
    });
  });
});

/** A page connected on a chain to a wallet that is requested to switch. */
function pageOn(chainId: number): { config: Config; switches: PromiseWithResolvers<never>[] } {
  const switches: PromiseWithResolvers<never>[] = [];
  const config = pageWith({
    id: "hare",
    name: "Hare",
    getChainId: async () => chainId,
    switchChain() {
      switches.push(Promise.withResolvers());
      return switches.at(-1)?.promise ?? expect.fail("The list is not empty.");
    },
  });
  const [connector] = config.connectors;
  if (!connector) throw new Error("The page has no wallet.");
  config.setState((state) => ({
    ...state,
    status: "connected",
    current: connector.uid,
    connections: new Map([[connector.uid, { accounts: [address], chainId, connector }]]),
  }));
  return { config, switches };
}

const rejection = new UserRejectedRequestError(new Error("No."));

describe("SwitchNetworkView", () => {
  it("shows both networks, requests the switch, and reports a rejection", async () => {
    const { config, switches } = pageOn(1);
    const { press, container } = renderView(<SwitchNetworkView />, config);
    expect(container.querySelector("p")?.textContent).to.equal(
      "Hare is on Ethereum. This collection is on Hardhat.",
    );
    await press("Switch to Hardhat");
    expect(button("Check your wallet…").disabled).to.equal(true);
    await settle(() => switches[0]?.reject(rejection));
    expect(screen.getByRole("status").textContent).to.equal("User rejected.");
    expect(button("Switch to Hardhat").disabled).to.equal(false);
  });
});

describe("NetworkView", () => {
  const entry = () =>
    within(screen.getByRole("list", { name: "Networks" })).getByRole<HTMLButtonElement>("button");

  it("[S2.7] shows the only network as the current one", () => {
    renderView(<NetworkView />, pageOn(home).config);
    expect(entry().textContent).to.equal("HardhatChain 31337 · ETHCurrent");
    expect([entry().disabled, entry().getAttribute("aria-current")]).to.deep.equal([true, "true"]);
    expect(entry().firstElementChild?.getAttribute("aria-hidden")).to.equal("true");
    screen.getByText("Drifters exist only on this network.");
  });

  it("switches a wallet on the wrong network, and reports a rejection", async () => {
    const { config, switches } = pageOn(1);
    const { user } = renderView(<NetworkView />, config);
    expect(entry().textContent).to.equal("HardhatChain 31337 · ETHSwitch");
    expect([entry().disabled, entry().getAttribute("aria-current")]).to.deep.equal([
      false,
      "false",
    ]);
    await user.click(entry());
    expect(entry().disabled).to.equal(true);
    await settle(() => switches[0]?.reject(rejection));
    expect(screen.getByRole("status").textContent).to.equal("User rejected.");
    expect(entry().disabled).to.equal(false);
  });
});
