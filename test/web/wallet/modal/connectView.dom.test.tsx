import { screen, within } from "@testing-library/react";
import { expect } from "chai";
import { button, settle, words } from "../../../support/web/renderComponent.tsx";
import { offerWalletConnect, pageWith, renderView, usePhone } from "./walletViews.tsx";

const { ConnectView } = await import("../../../../web/src/wallet/modal/ConnectView.tsx");
const { popularWallets } = await import("../../../../web/src/wallet/directory/popularWallets.ts");

const entries = () =>
  within(screen.getByRole("list", { name: "Wallets" }))
    .getAllByRole("button")
    .map((entry) => words(entry));

describe("ConnectView", () => {
  it("lists the wallets in this browser, then the popular wallets with logos", async () => {
    const icon = "data:image/png;base64,AA==";
    const config = pageWith({ id: "rabbit", name: "Rabbit", icon }, { id: "hare", name: "Hare" });
    const { opened, press } = renderView(<ConnectView />, config);
    await screen.findByText("Hare");
    expect(entries()).to.deep.equal(["RabbitInstalled", "HareInstalled"]);
    expect(button(/^Rabbit/).querySelector("img")?.src).to.equal(icon);
    expect(button(/^Hare/).querySelector("svg")?.getAttribute("aria-hidden")).to.equal("true");
    const popular = within(screen.getByRole("region", { name: "Popular wallets" }));
    const tiles = within(popular.getByRole("list", { name: "Popular wallets" }));
    expect(tiles.getAllByRole("button").map((tile) => words(tile))).to.deep.equal(
      popularWallets.map(({ name }) => name),
    );
    expect(screen.queryByRole("button", { name: "All wallets" })).to.equal(null);
    expect(screen.queryByText(/No wallet was found/)).to.equal(null);
    // Local accounts are a part of development pages only.
    expect(screen.queryByRole("heading", { name: "Local accounts" })).to.equal(null);

    await press("Rainbow");
    const rainbow = popularWallets.find(({ name }) => name === "Rainbow");
    expect(opened).to.deep.equal([{ view: "wallet", wallet: rainbow }]);
    expect(button("Rainbow").dataset.leadsTo).to.equal(`wallet ${rainbow?.id}`);
  });

  it("reports that this browser has no wallet, and finds a wallet injected later", async () => {
    let provider: object | undefined;
    const config = pageWith({ id: "injected", getProvider: async () => provider });
    renderView(<ConnectView />, config);
    const note = /^No wallet was found in this browser\. A wallet is an app/;
    expect(screen.queryByText(note)).to.equal(null);
    await screen.findByText(note);
    expect(screen.queryByRole("button", { name: /^WalletConnect/ })).to.equal(null);
    provider = { isRainbow: true };
    await screen.findByRole("button", { name: "Rainbow Installed" });
    expect(screen.queryByText(note)).to.equal(null);
  });

  it("lists an installed wallet only once", async () => {
    const rainbow = popularWallets.find(({ name }) => name === "Rainbow");
    renderView(<ConnectView />, pageWith({ id: rainbow?.rdns ?? "", name: "Rainbow" }));
    await screen.findByText("Rainbow", { selector: ".wallet-list__entry" });
    const tiles = within(screen.getByRole("list", { name: "Popular wallets" }));
    expect(tiles.queryByText("Rainbow")).to.equal(null);
  });

  describe("with a relay", () => {
    offerWalletConnect();

    it("offers to scan a code", async () => {
      const { opened, press } = renderView(<ConnectView />, pageWith());
      await press("WalletConnect Phone");
      expect(opened).to.deep.equal([{ view: "relay" }]);
      expect(button(/^WalletConnect/).dataset.leadsTo).to.equal("relay");
    });
  });

  describe("on a phone", () => {
    usePhone();

    it("lists the wallets whose apps open this page, and copies its URL, without WalletConnect", () => {
      const { container } = renderView(<ConnectView />, pageWith());
      expect(words(container)).not.to.contain("WalletConnect");
      button("Copy this page's address");
      const tiles = within(screen.getByRole("list", { name: "Popular wallets" }));
      expect(tiles.getAllByRole("button").map((tile) => words(tile))).to.deep.equal(
        popularWallets.flatMap(({ name, browser }) => (browser ? [name] : [])),
      );
    });
  });

  it("labels neither of two wallets with the same ID as last used", async () => {
    const config = pageWith({ id: "hare" }, { id: "hare" });
    Object.assign(config, { storage: { getItem: async () => "hare" } });
    renderView(<ConnectView />, config);
    await screen.findAllByText("hare");
    expect(entries().slice(0, 2)).to.deep.equal(["hareInstalled", "hareInstalled"]);
  });

  it("lists the last used wallet first", async () => {
    const config = pageWith({ id: "rabbit" }, { id: "hare" });
    Object.assign(config, { storage: { getItem: async () => "hare" } });
    renderView(<ConnectView />, config);
    await screen.findByText("hare");
    expect(entries().slice(0, 2)).to.deep.equal(["hareLast used", "rabbitInstalled"]);
  });

  it("disables the wallets while one connects, and reports a failed connection", async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const config = pageWith({ id: "hare" }, { id: "rabbit", connect: () => promise });
    const { press } = renderView(<ConnectView />, config);
    await screen.findByText("hare");
    await press(/^rabbit/);
    expect(entries().slice(0, 2)).to.deep.equal(["hareInstalled", "rabbitCheck your wallet…"]);
    expect([button(/^hare/).disabled, button(/^rabbit/).disabled]).to.deep.equal([true, true]);
    await settle(() => reject(Object.assign(new Error("No."), { code: 4001 })));
    expect([button(/^hare/).disabled, button(/^rabbit/).disabled]).to.deep.equal([false, false]);
    expect(entries().slice(0, 2)).to.deep.equal(["hareInstalled", "rabbitInstalled"]);
    expect(screen.getByRole("status").textContent).to.equal("User rejected.");
  });
});
