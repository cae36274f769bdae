import { screen } from "@testing-library/react";
import { expect } from "chai";
import type { Config } from "wagmi";
import { setConnection } from "../../../support/web/connectedWallet.ts";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";
import { pageSettings } from "../../../support/web/pageSettings.ts";
import { button, rejectRequests, settle } from "../../../support/web/renderComponent.tsx";
import { pageWith, renderView } from "./walletViews.tsx";

const { WalletDialog } = await import("../../../../web/src/wallet/modal/WalletDialog.tsx");
// The dialog's other views are loaded when they are opened.
for (const view of ["AccountView", "RelayView", "DirectoryView", "WalletView"]) {
  await import(`../../../../web/src/wallet/modal/${view}.tsx`);
}

const home = pageSettings.chain.id;
const { address } = hardhatAccount(2);

const connectOn = (config: Config, chainId: number) =>
  settle(() => setConnection(config, address, chainId));

async function openDialog(config = pageWith({ id: "hare" })) {
  const closings: string[] = [];
  const page = renderView(<WalletDialog onClose={() => closings.push("closed")} />, config);
  const dialog = () => screen.getByRole<HTMLDialogElement>("dialog", { hidden: true });
  await settle();
  return { ...page, config, closings, dialog };
}

const title = (name: string) => screen.findByRole("dialog", { name });
const focused = () => document.activeElement?.textContent;

describe("WalletDialog", () => {
  beforeEach(rejectRequests);

  it("opens with the ways to connect, without Back and with the focus on its title", async () => {
    const { dialog } = await openDialog();
    await title("Connect wallet");
    expect(dialog().open).to.equal(true);
    expect(focused()).to.equal("Connect wallet");
    expect(document.activeElement?.getAttribute("tabindex")).to.equal("-1");
    expect(screen.queryByRole("button", { name: "Back" })).to.equal(null);
    const pictures = [button("Close").querySelector("svg")];
    expect(pictures.map((svg) => svg?.getAttribute("aria-hidden"))).to.deep.equal(["true"]);
  });

  it("moves focus to each view's title, and on Back to the entry that opened the view", async () => {
    const { press } = await openDialog();
    await press("Zerion");
    await title("Zerion");
    expect(focused()).to.equal("Zerion");
    expect(button("Back").querySelector("svg")?.getAttribute("aria-hidden")).to.equal("true");
    await press("Back");
    expect(document.activeElement).to.equal(button("Zerion"));
  });

  for (const status of ["connected", "reconnecting"] as const) {
    it(`stays open when it was opened with a ${status} wallet`, async () => {
      const config = pageWith({ id: "hare" });
      if (status === "connected") await connectOn(config, home);
      else config.setState((state) => ({ ...state, status }));
      const { closings } = await openDialog(config);
      if (status === "reconnecting") await connectOn(config, home);
      await title("Your wallet");
      expect(closings).to.deep.equal([]);
    });
  }

  it("stays open while the wallet is on the wrong network, and closes on the right one", async () => {
    const { config, closings, press } = await openDialog();
    await press("Zerion");
    await connectOn(config, 1);
    await title("Wrong network");
    expect(screen.queryByRole("button", { name: "Back" })).to.equal(null);
    expect(closings).to.deep.equal([]);
    await connectOn(config, home);
    expect(closings).to.deep.equal(["closed"]);
  });
});
