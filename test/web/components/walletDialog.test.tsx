import { mock } from "node:test";
import { act, screen, within } from "@testing-library/react";
import { expect } from "chai";
import { UserRejectedRequestError } from "viem";
import type { Config, Connector } from "wagmi";
import { runtimeConfig } from "../../../web/src/env.ts";
import { injectedWalletsOptions } from "../../../web/src/wallet/directory/directoryQueries.ts";
import { useWallet, WalletContext } from "../../../web/src/wallet/useWallet.ts";
import { connectedConfig } from "../../support/connectedWallet.ts";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import { withWallet } from "../../support/narrativeEditor.tsx";
import {
  button,
  createQueryClient,
  refuseRequests,
  renderComponent,
  settle,
  words,
} from "../../support/renderComponent.tsx";

const { Avatar } = await import("../../../web/src/wallet/modal/Avatar.tsx");
const { InstalledWallets } = await import("../../../web/src/wallet/modal/InstalledWallets.tsx");
const { RefusalNotice } = await import("../../../web/src/wallet/modal/RefusalNotice.tsx");
const { WalletDialog } = await import("../../../web/src/wallet/modal/WalletDialog.tsx");
const { default: WalletView } = await import("../../../web/src/wallet/modal/WalletView.tsx");
const { WalletProvider } = await import("../../../web/src/wallet/WalletProvider.tsx");
const { default: WalletRuntime } = await import("../../../web/src/wallet/WalletRuntime.tsx");
const { walletConfig } = await import("../../../web/src/wallet/WalletScope.tsx");

const { address } = hardhatAccount(2);
const directory = {
  projectId: "abc",
  relayUrl: "wss://relay.example",
  directoryUrl: "https://directory.example",
  identityUrl: "https://identity.example",
};

/** Opens the dialog with a wallet connected, on the page's network or another. */
function openDialog(chainId: number | undefined = undefined) {
  refuseRequests();
  const config = connectedConfig(address, {}, { eth_getBalance: () => "0x0" });
  if (chainId !== undefined) {
    config.setState((state) => ({
      ...state,
      connections: new Map([...state.connections].map(([id, each]) => [id, { ...each, chainId }])),
    }));
  }
  return renderComponent(withWallet(config, <WalletDialog onClose={() => {}} />));
}

describe("WalletDialog", () => {
  it("links the account to the block explorer, which gets no access to the page", async () => {
    const { chain } = runtimeConfig();
    chain.blockExplorers = { default: { name: "Scan", url: "https://scan.example" } };
    openDialog();
    const link = await screen.findByRole("link", { name: "View on Scan" });
    await settle();
    delete chain.blockExplorers;
    expect(["href", "target", "rel"].map((name) => link.getAttribute(name))).to.deep.equal([
      ...[`https://scan.example/address/${address}`, "_blank", "noopener noreferrer"],
    ]);
  });

  it("hides its pictures from screen readers", async () => {
    openDialog();
    await screen.findByText("Network");
    await settle();
    const pictures = [...document.querySelectorAll("svg")];
    expect(pictures).to.have.length.above(2);
    for (const picture of pictures) expect(picture.getAttribute("aria-hidden")).to.equal("true");
  });

  it("moves the focus to the title of each view, and on Back to what led there", async () => {
    const { press } = openDialog(1);
    const focused = () => document.activeElement;
    const title = screen.getByRole("heading", { name: "Wrong network" });
    expect([focused(), title.getAttribute("tabindex")]).to.deep.equal([title, "-1"]);
    await press("See networks");
    expect(focused()).to.equal(await screen.findByRole("heading", { name: "Choose network" }));
    await press("Back");
    expect(focused()).to.equal(button("See networks"));
  });
});

describe("RefusalNotice", () => {
  it("alerts of a failure, says a rejection politely, and otherwise says nothing", () => {
    const { rerender } = renderComponent(<RefusalNotice error={null} />);
    const said = () =>
      ["status", "alert"].map((role) => words(screen.queryByRole(role) ?? undefined));
    const status = () => words(screen.getByRole("status"));
    expect([status(), screen.queryByRole("alert")]).to.deep.equal(["", null]);
    rerender(<RefusalNotice error={new UserRejectedRequestError(new Error("No."))} />);
    expect([status(), screen.queryByRole("alert")]).to.deep.equal(["User rejected.", null]);
    rerender(<RefusalNotice error={new Error("?")} />);
    expect(said()).to.deep.equal(["", "Your wallet did not answer as expected. Try again."]);
  });
});

describe("InstalledWallets", () => {
  // Safety: what the list reads of a connector.
  const connector = (id: string) => ({ id, uid: id, name: id, type: "injected" }) as Connector;
  const plain = { connector: connector("injected"), provider: { isRabbit: true } };
  const announced = { connector: connector("announced"), provider: {} };

  it("names a plain wallet beside others by the directory", () => {
    const config = runtimeConfig();
    config.walletConnect = directory;
    const queryClient = createQueryClient(60_000);
    const rabbit = { id: "1", name: "Rabbit", injectedMark: "isRabbit", mobile: {}, desktop: {} };
    queryClient.setQueryData(injectedWalletsOptions(directory).queryKey, [rabbit]);
    renderComponent(
      <InstalledWallets wallets={[announced, plain]} pending={undefined} onChoose={() => {}} />,
      { queryClient },
    );
    delete config.walletConnect;
    const names = screen.getAllByRole("button").map((each) => words(each));
    expect(names).to.deep.equal(["announcedInstalled", "RabbitInstalled"]);
  });
});

describe("WalletView", () => {
  const rabbit = { id: "1", name: "Rabbit", mobile: {}, desktop: {} };

  /** A configuration whose only wallet is another device, which never answers. */
  function relayedConfig(): Config {
    const config = connectedConfig(address, {});
    const [connector] = config.connectors;
    Object.assign(connector ?? {}, {
      type: "walletConnect",
      getProvider: () => new Promise<never>(() => {}),
    });
    return config;
  }

  for (const [device, words] of [
    ["Macintosh", "Scan this code with Rabbit on your phone, and approve there."],
    ["iPhone", "Open Rabbit with this request, and approve there."],
  ] as const) {
    it(`says “${words}” on a device called ${device}`, () => {
      mock.timers.enable({ apis: ["setTimeout"] });
      mock.method(Object.getPrototypeOf(navigator), "userAgent", () => device, { getter: true });
      renderComponent(withWallet(relayedConfig(), <WalletView wallet={rabbit} />));
      screen.getByText(words);
    });
  }
});

describe("Avatar", () => {
  it("has three suns, whose places, sizes and colours are those of the account's address", () => {
    const account = `0x0b254a6f94b9de03284d${"0".repeat(20)}` as const;
    const { container } = renderComponent(<Avatar address={account} picture={undefined} />);
    const valuesOf = (element: Element, ...names: string[]) =>
      names.map((name) => element.getAttribute(name));
    const suns = [...container.querySelectorAll("circle")];
    expect(suns.map((sun) => valuesOf(sun, "cx", "cy", "r", "fill"))).to.deep.equal([
      ["10", "31", "10", "#f4e8d4"],
      ["32", "38", "13", "#c9a2d6"],
      ["54", "23", "12", "#f2c27a"],
    ]);
    const sky = container.querySelector("rect");
    expect(sky && valuesOf(sky, "width", "height", "fill")).to.deep.equal([
      ...["64", "64", "#4d2438"],
    ]);
  });
});

describe("WalletProvider", () => {
  const Status = () => <output>{useWallet().status}</output>;

  for (const [title, lastWallet, status] of [
    ["a wallet was used before", '"gone"', "reconnecting"],
    ["no wallet was used before", undefined, "disconnected"],
  ] as const) {
    it(`is ${status} at first when ${title}`, async () => {
      if (lastWallet) localStorage.setItem("wagmi.recentConnectorId", lastWallet);
      const { unmount } = renderComponent(
        <WalletProvider>
          <Status />
        </WalletProvider>,
      );
      expect(words()).to.equal(status);
      unmount();
      await settle();
    });
  }
});

describe("WalletRuntime", () => {
  const connector = walletConfig.connectors[0] as Connector;
  const connection = { accounts: [address], chainId: 31_337, connector } as const;

  for (const opening of [undefined, 1]) {
    it(`${opening ? "says nothing" : "says that the wallet ended the connection"} when it ends with the dialog ${opening ? "open" : "closed"}`, async () => {
      refuseRequests();
      renderComponent(
        <WalletContext value={{ status: "disconnected", openDialog() {}, preload() {} }}>
          <WalletRuntime opening={opening} onDialogClose={() => {}} onConnectionChange={() => {}} />
        </WalletContext>,
      );
      await settle();
      act(() =>
        walletConfig.setState((state) => ({
          ...state,
          status: "connected",
          current: connector.uid,
          connections: new Map([[connector.uid, connection]]),
        })),
      );
      expect(words()).not.to.contain("Your wallet ended the connection.");
      act(() =>
        walletConfig.setState((state) => ({
          ...state,
          status: "disconnected",
          current: null,
          connections: new Map(),
        })),
      );
      const page = within(document.body);
      expect(page.queryAllByText(/^Your wallet ended the connection\./)).to.have.length(
        opening ? 0 : 1,
      );
      await settle();
    });
  }
});
