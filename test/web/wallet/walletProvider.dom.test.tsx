import { mock } from "node:test";
import { act, screen } from "@testing-library/react";
import { expect } from "chai";
import { setConnection } from "../../support/web/connectedWallet.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import { rejectRequests, renderComponent, settle } from "../../support/web/renderComponent.tsx";

const { WalletButton } = await import("../../../web/src/wallet/WalletButton.tsx");
const { WalletProvider } = await import("../../../web/src/wallet/WalletProvider.tsx");
const { WalletContext } = await import("../../../web/src/wallet/useWallet.ts");
const { walletConfig } = await import("../../../web/src/wallet/WalletScope.tsx");
await import("../../../web/src/wallet/WalletRuntime.tsx");

const { address } = hardhatAccount(2);
const home = pageSettings.chain.id;
const dialog = () => screen.queryByRole("dialog");
const lost = () => screen.queryByText(/^Your wallet ended the connection/);

/** Connects the page's first wallet, on a chain, or disconnects it. */
function connectOn(chainId: number | undefined): Promise<void> {
  return settle(() => setConnection(walletConfig, address, chainId));
}

async function openPage() {
  const page = renderComponent(
    <WalletProvider>
      <WalletButton />
    </WalletProvider>,
  );
  await settle();
  return page;
}

const walletButton = () => screen.getAllByRole("button")[0] ?? expect.fail("No button.");
const announced = (root: Element) => root.querySelector("[aria-live=polite]")?.textContent;

describe("WalletProvider", () => {
  beforeEach(rejectRequests);
  afterEach(() => {
    mock.timers.reset();
    return connectOn(undefined);
  });

  it("renders the wallet dialog only while it is open, and can reopen it", async () => {
    const { press, container } = await openPage();
    expect(walletButton().textContent).to.equal("Connect wallet");
    expect(container.children).to.have.length(1);
    for (let time = 0; time < 2; time += 1) {
      await press("Connect wallet");
      await screen.findByRole("dialog", { name: "Connect wallet" });
      await press("Close");
      expect(dialog()).to.equal(null);
      expect(container.querySelector("dialog")).to.equal(null);
    }
  });

  it("reconnects a wallet that was used before, for two seconds", async () => {
    localStorage.setItem("wagmi.recentConnectorId", '"gone"');
    mock.timers.enable({ apis: ["setTimeout"] });
    const { container } = renderComponent(
      <WalletProvider>
        <WalletButton />
      </WalletProvider>,
    );
    expect(walletButton().textContent).to.equal("Reconnecting…");
    const wait = async (milliseconds: number) => {
      await act(async () => {
        mock.timers.tick(milliseconds);
        for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      });
    };
    await wait(0);
    for (let check = 0; check < 9; check += 1) await wait(200);
    expect(walletButton().textContent).to.equal("Reconnecting…");
    await wait(200);
    expect(walletButton().textContent).to.equal("Connect wallet");
    expect(announced(container)).to.equal("");
  });

  it("announces a connection, a network and a disconnection, and offers to connect again", async () => {
    const { container, press } = await openPage();
    await press("Connect wallet");
    await screen.findByRole("dialog", { name: "Connect wallet" });
    await press("Close");
    await connectOn(home);
    expect(walletButton().textContent).to.equal("0x3C44…93BC");
    expect(announced(container)).to.equal("Connected to Injected as 0x3C44…93BC.");
    await connectOn(1);
    expect(announced(container)).to.equal(
      "Your wallet is on Ethereum, which this site doesn't use.",
    );
    expect(walletButton().textContent).to.equal("0x3C44…93BCWrong network");
    expect(walletButton().dataset.status).to.equal("other-chain");
    await connectOn(home);
    expect(announced(container)).to.equal("Your wallet is on the right network.");
    expect(lost()).to.equal(null);
    await connectOn(undefined);
    expect(announced(container)).to.equal("Wallet disconnected.");
    expect(lost()?.textContent).to.equal(
      "Your wallet ended the connection. Your text is safe.Connect againDismiss",
    );
    await press("Dismiss");
    expect(lost()).to.equal(null);
    await connectOn(1);
    expect(announced(container)).to.equal(
      "Connected to Injected as 0x3C44…93BC. Your wallet is on Ethereum, which this site doesn't use.",
    );
    await press(/^0x3C44…93BC/);
    await screen.findByRole("dialog", { name: "Wrong network" });
    await connectOn(undefined);
    expect(lost()).to.equal(null);
    await press("Close");
    await connectOn(home);
    await connectOn(undefined);
    await press("Connect again");
    expect(lost()).to.equal(null);
    await screen.findByRole("dialog", { name: "Connect wallet" });
  });

  describe("with w3mPreferInjected in the URL", () => {
    const requests: string[] = [];
    let accounts = Promise.withResolvers<string[]>();
    let chainId = home;

    beforeEach(() => {
      requests.length = 0;
      accounts = Promise.withResolvers();
      window.history.replaceState(null, "", "/?w3mPreferInjected");
      const request = ({ method }: { method: string }) => {
        requests.push(method);
        if (method === "eth_accounts") return accounts.promise;
        if (method === "eth_chainId") return Promise.resolve(`0x${chainId.toString(16)}`);
        return method === "eth_requestAccounts"
          ? accounts.promise
          : Promise.reject({ code: -32601 });
      };
      Object.assign(window, { ethereum: { request, on() {}, removeListener() {} } });
    });
    afterEach(() => {
      window.history.replaceState(null, "", "/");
      Reflect.deleteProperty(window, "ethereum");
      chainId = home;
    });

    it("connects the browser's wallet without opening the dialog", async () => {
      const { press } = await openPage();
      await press("Connect wallet");
      await settle();
      expect(dialog()).to.equal(null);
      await settle(() => accounts.resolve([address]));
      await settle();
      expect(walletButton().textContent).to.equal("0x3C44…93BC");
      expect(dialog()).to.equal(null);
      expect(requests).to.include("eth_requestAccounts");
    });

    it("re-reads the account and network after a back/forward cache restore", async () => {
      const { press } = await openPage();
      await press("Connect wallet");
      await settle(() => accounts.resolve([address]));
      await settle();
      const comeBack = (persisted: boolean) =>
        settle(() => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted })));
      accounts = Promise.withResolvers();
      accounts.resolve([hardhatAccount(3).address]);
      chainId = 1;
      await comeBack(false);
      expect(walletButton().textContent).to.equal("0x3C44…93BC");
      await comeBack(true);
      expect(walletButton().textContent).to.equal("0x90F7…b906Wrong network");
      accounts = Promise.withResolvers();
      accounts.resolve([]);
      await comeBack(true);
      expect(walletButton().textContent).to.equal("Connect wallet");
    });

    it("preserves the dialog that was reopened before the wallet connected on the wrong network", async () => {
      chainId = 1;
      const { press } = await openPage();
      await press("Connect wallet");
      await settle();
      await press("Connecting…");
      await screen.findByRole("dialog", { name: "Connect wallet" });
      await settle(() => accounts.resolve([address]));
      await screen.findByRole("dialog", { name: "Wrong network" });
    });

    it("opens the dialog when the wallet rejects", async () => {
      const { press } = await openPage();
      await press("Connect wallet");
      await settle(() => accounts.reject(Object.assign(new Error("No."), { code: 4001 })));
      await screen.findByRole("dialog", { name: "Connect wallet" });
    });
  });
});

describe("WalletButton", () => {
  const statuses = {
    connected: "Connected",
    connecting: "Connecting…",
    reconnecting: "Reconnecting…",
    disconnected: "Connect wallet",
  } as const;
  for (const [status, label] of Object.entries(statuses)) {
    it(`[S3.9] shows “${label}” while there is no address and the wallet is ${status}`, async () => {
      const calls: string[] = [];
      const wallet = {
        // Safety: the keys of the table are statuses.
        status: status as keyof typeof statuses,
        chainId: home,
        openDialog: () => void calls.push("opens"),
        preload: () => void calls.push("preloads"),
      };
      const { user } = renderComponent(
        <WalletContext value={wallet}>
          <WalletButton />
        </WalletContext>,
      );
      const button = screen.getByRole("button", { name: label });
      expect(button.textContent).to.equal(label);
      expect(button.dataset.status).to.equal(status);
      expect(button.getAttribute("aria-haspopup")).to.equal("dialog");
      expect(button.firstElementChild?.getAttribute("aria-hidden")).to.equal("true");
      await user.hover(button);
      expect(calls).to.deep.equal(["preloads"]);
      await user.tab();
      expect(calls).to.deep.equal(["preloads", "preloads"]);
      await user.keyboard("{Enter}");
      expect(calls).to.deep.equal(["preloads", "preloads", "opens"]);
    });
  }
});
