import { mock } from "node:test";
import { screen } from "@testing-library/react";
import { expect } from "chai";
import { button, settle, words } from "../../../support/web/renderComponent.tsx";
import { pageWith, renderView, usePhone } from "./walletViews.tsx";

const { default: RelayView } = await import("../../../../web/src/wallet/modal/RelayView.tsx");
const { default: WalletView } = await import("../../../../web/src/wallet/modal/WalletView.tsx");
const { popularWallets } = await import("../../../../web/src/wallet/directory/popularWallets.ts");

const uri = "wc:1@2?relay-protocol=irn&symKey=2";
const escaped = encodeURIComponent(uri);
const hare = {
  id: "1",
  name: "Hare",
  homepage: "https://hare.example/",
  imageUrl: "https://hare.example/icon.png",
  rdns: "example.hare",
  mobile: { native: "hare:" },
  desktop: { universal: "https://hare.example/app" },
};
const rememberedApp = () => localStorage.getItem("WALLETCONNECT_DEEPLINK_CHOICE");

/** Renders the app with a relay connector that shows a code and then runs the test's behavior. */
function relayedPage(...extensions: Parameters<typeof pageWith>) {
  let show = (_: string) => {};
  const attempts: PromiseWithResolvers<void>[] = [];
  const provider = {
    on: (_: string, listener: typeof show) => {
      show = listener;
    },
    removeListener() {},
    disconnect: async () => {},
    connect() {
      const attempt = Promise.withResolvers<void>();
      attempts.push(attempt);
      return attempt.promise;
    },
  };
  const config = pageWith(...extensions, {
    id: "walletConnect",
    type: "walletConnect",
    connect: () => new Promise<never>(() => {}),
    getProvider: async () => provider,
  });
  return {
    config,
    attempts,
    show: () => settle(() => show(uri)),
    fail: (message: string) => settle(() => attempts.at(-1)?.reject(new Error(message))),
    approve: () => settle(() => attempts.at(-1)?.resolve()),
  };
}

const status = () => screen.getByRole("status").textContent;
const codeName = () => screen.queryByRole<HTMLImageElement>("img")?.alt;

describe("RelayView", () => {
  it("prepares a code, shows it with its link, and connects the wallet that approves", async () => {
    const relay = relayedPage();
    renderView(<RelayView />, relay.config);
    expect(status()).to.equal("Preparing a code…");
    expect([codeName(), screen.queryByRole("button", { name: "Copy link" })]).to.deep.equal([
      undefined,
      null,
    ]);
    await settle();
    await relay.show();
    screen.getByText("Scan this code with the wallet on your phone, then approve the request.");
    expect(codeName()).to.equal("Code to connect your wallet");
    expect(words()).to.match(/Waiting for your wallet…Copy link$/);
    expect(screen.queryByRole("link")).to.equal(null);
    await relay.approve();
    expect(status()).to.equal("Approved. Connecting…");
    expect(codeName()).to.equal(undefined);
  });

  const ends: [message: string, role: "alert" | "status", text: string][] = [
    ["Proposal expired", "status", "This code has expired. Create a new code and scan it."],
    ["User rejected.", "status", "You rejected the request. Create a new code to try again."],
    [
      "socket hang up",
      "alert",
      "The relay isn't responding. Check your internet connection, then try again.",
    ],
    ["?", "alert", "WalletConnect didn't start. Try again, or use a wallet in this browser."],
  ];
  for (const [message, role, sentence] of ends) {
    it(`shows “${sentence.slice(0, 27)}…” as ${role} after “${message}”, and makes a new code`, async () => {
      const relay = relayedPage();
      const { press } = renderView(<RelayView />, relay.config);
      await settle();
      await relay.fail(message);
      const notice = screen.getByRole(role);
      expect(notice.textContent).to.equal(sentence);
      expect(notice.className.includes("alert")).to.equal(role === "alert");
      await press("New code");
      await settle();
      await relay.show();
      expect(codeName()).to.equal("Code to connect your wallet");
      expect(relay.attempts).to.have.length(2);
      await relay.fail("?");
    });
  }

  describe("on a phone", () => {
    usePhone();

    it("opens any wallet app with the request, before the code", async () => {
      const relay = relayedPage();
      const { container } = renderView(<RelayView />, relay.config);
      await settle();
      await relay.show();
      screen.getByText("Open this request in your wallet, or scan the code with another phone.");
      const link = screen.getByRole("link", { name: "Open your wallet" });
      expect(link.getAttribute("href")).to.equal(uri);
      expect(link.className).to.contain("button--primary");
      expect(container.querySelector(".pairing")?.getAttribute("data-app-first")).to.equal("true");
      expect(rememberedApp()).to.equal(null);
      await relay.fail("?");
    });
  });
});

describe("WalletView", () => {
  it("shows a code to scan and opens the app on this computer, which is stored for signatures", async () => {
    const relay = relayedPage();
    const { follow, container } = renderView(<WalletView wallet={hare} />, relay.config);
    await settle();
    await relay.show();
    screen.getByText("Scan this code with Hare on your phone, then approve the request.");
    expect(codeName()).to.equal("Code to connect Hare");
    screen.getByText("Waiting for Hare…");
    const link = screen.getByRole("link", { name: "Open Hare on this computer" });
    expect(link.getAttribute("href")).to.equal(`https://hare.example/app/wc?uri=${escaped}`);
    expect(link.className).not.to.contain("button--primary");
    expect(container.querySelector(".pairing")?.getAttribute("data-app-first")).to.equal("false");
    screen.getByRole("link", { name: "Install Hare" });
    await follow("Open Hare on this computer");
    expect(rememberedApp()).to.equal('{"href":"https://hare.example/app/","name":"Hare"}');
    await relay.fail("?");
  });

  it("connects the wallet's extension if installed, and reports a failure", async () => {
    let attempt = Promise.withResolvers<never>();
    const extension = { id: "example.hare", name: "Hare Pro", connect: () => attempt.promise };
    const relay = relayedPage({ id: "example.rabbit" }, extension);
    const { press } = renderView(<WalletView wallet={hare} />, relay.config);
    screen.getByText("Installed in this browser.");
    expect(screen.queryByRole("link")).to.equal(null);
    expect(relay.attempts).to.have.length(0);
    await press("Connect Hare Pro");
    expect(button("Check your wallet…").disabled).to.equal(true);
    await settle(() => attempt.reject(Object.assign(new Error("No."), { code: 4001 })));
    expect(status()).to.equal("User rejected.");
    expect(button("Connect Hare Pro").disabled).to.equal(false);
    attempt = Promise.withResolvers<never>();
    await press("Connect Hare Pro");
    await settle(() => attempt.reject(Object.assign(new Error("Busy."), { code: -32002 })));
    expect(screen.getByRole("alert").textContent).to.match(/^Your wallet has an open request/);
    expect(status()).to.equal("");
  });

  it("offers to install the wallet's extension without a relay", () => {
    const { container } = renderView(<WalletView wallet={hare} />);
    expect(words(container)).to.equal(
      "Install Hare in this browser, then reload this page.Install Hare",
    );
    const link = screen.getByRole("link", { name: "Install Hare" });
    expect(["href", "target", "rel"].map((name) => link.getAttribute(name))).to.deep.equal([
      ...["https://hare.example/", "_blank", "noopener noreferrer"],
    ]);
  });

  describe("on a phone", () => {
    usePhone();

    it("[S1.11] [S2.8] opens the wallet's app with the code's request, which is stored for signatures", async () => {
      const relay = relayedPage();
      const { follow } = renderView(<WalletView wallet={hare} />, relay.config);
      await settle();
      await relay.show();
      const link = screen.getByRole("link", { name: "Open Hare" });
      expect(link.getAttribute("href")).to.equal(`hare://wc?uri=${escaped}`);
      await follow("Open Hare");
      expect(rememberedApp()).to.equal('{"href":"hare://","name":"Hare"}');
      await relay.fail("?");
    });
  });

  describe("on a phone, without a relay", () => {
    usePhone();

    it("opens this page in the wallet app's browser by its documented deep link", () => {
      window.history.replaceState(null, "", "/drifter/7?a=b");
      const page = new URL(window.location.href);
      const links = popularWallets.map((wallet) => {
        const { unmount } = renderView(<WalletView wallet={wallet} />);
        const href = screen
          .queryByRole("link", { name: `Open in ${wallet.name}` })
          ?.getAttribute("href");
        screen.getByRole("link", { name: `Install ${wallet.name}` });
        unmount();
        return href ? `${wallet.name}: ${decodeURIComponent(href)}` : undefined;
      });
      expect(links.filter(Boolean)).to.deep.equal([
        `MetaMask: https://link.metamask.io/dapp/${page.host}/drifter/7?a=b`,
        `Coinbase Wallet: https://go.cb-w.com/dapp?cb_url=${page}`,
        `Trust Wallet: https://link.trustwallet.com/open_url?coin_id=60&url=${page}`,
        `OKX Wallet: https://web3.okx.com/download?deeplink=okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page.href)}`,
        `Bitget Wallet: https://bkcode.vip?action=dapp&url=${page}`,
        `imToken: imtokenv2://navigate/DappView?url=${page}`,
      ]);
    });

    it("explains where to open this page if the wallet documents no link, and copies its URL", async () => {
      const { press } = renderView(<WalletView wallet={hare} />);
      screen.getByText("Open this page in the Hare app's browser.");
      await press("Copy this page's address");
      expect(await navigator.clipboard.readText()).to.equal(window.location.href);
      mock.method(navigator.clipboard, "writeText", () => Promise.reject(new Error("No.")));
      await press("Copy this page's address");
      expect(status()).to.equal("Couldn't copy. Select the text instead.");
    });
  });
});
