import { screen } from "@testing-library/react";
import { expect } from "chai";
import { UserRejectedRequestError } from "viem";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { button, renderComponent, settle, words } from "../../support/web/renderComponent.tsx";

const { SwitchNetwork } = await import("../../../web/src/mint/SwitchNetwork.tsx");
const { walletConfig } = await import("../../../web/src/wallet/WalletScope.tsx");

describe("SwitchNetwork", () => {
  const initial = walletConfig.state;
  afterEach(() => walletConfig.setState(initial));

  it("requests the switch immediately, shows both networks and reports a rejection", async () => {
    const requested: unknown[] = [];
    const { promise, reject } = Promise.withResolvers<never>();
    const [injected] = walletConfig.connectors;
    const connector = Object.create(injected ?? null, {
      switchChain: {
        value: (parameters: { chainId: number }) => {
          requested.push(parameters.chainId);
          return promise;
        },
      },
    });
    const accounts = [hardhatAccount(6).address] as const;
    walletConfig.setState((state) => ({
      ...state,
      ...{ status: "connected", current: "fake" },
      connections: new Map([["fake", { accounts, chainId: 1, connector }]]),
    }));
    const { press } = renderComponent(<SwitchNetwork chainId={1} />);
    expect(words()).to.contain("Your wallet is on Ethereum. This collection is on Hardhat.");
    await press("Switch to Hardhat");
    expect(requested).to.deep.equal([31_337]);
    expect(button("Check your wallet…").disabled).to.equal(true);
    await settle(() => reject(new UserRejectedRequestError(new Error("No."))));
    expect(screen.getByRole("status").textContent).to.equal("User rejected.");
    expect(button("Switch to Hardhat").disabled).to.equal(false);
  });
});
