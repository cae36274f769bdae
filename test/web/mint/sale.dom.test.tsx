import { screen } from "@testing-library/react";
import { expect } from "chai";
import type { ReactNode } from "react";
import type { MintExplanation } from "#protocol/sale/explainMint";
import { WalletContext } from "../../../web/src/wallet/useWallet.ts";
import { saleFacts } from "../../support/saleFacts.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import {
  button,
  createQueryClient,
  rejectRequests,
  renderComponent,
} from "../../support/web/renderComponent.tsx";

const { Sale } = await import("../../../web/src/mint/Sale.tsx");

type Address = `0x${string}`;
const first = hardhatAccount(6).address;
const sale = saleFacts();
const facts = "The wallet holds nothing.";
const funds = { rule: "funds", title: "Funds", facts, result: "failed", reasons: [], fix: "Add." };

/** The simulated mint of one at block 9. */
function explanation(wallet = first): MintExplanation {
  const rest = { canMint: false, blockNumber: 9n, value: sale.price, sale, whatIf: [] };
  // Safety: a rule of this test.
  return { ...rest, wallet, qty: 1n, results: [funds] } as unknown as MintExplanation;
}

/** A page with cached data and without a node that responds. */
function clientWith(data: readonly (readonly [key: readonly unknown[], value: unknown])[]) {
  rejectRequests();
  const queryClient = createQueryClient(60_000);
  for (const [key, value] of data) queryClient.setQueryData(key, value);
  return queryClient;
}

function inWallet(address: Address | undefined, node: ReactNode) {
  const status = address ? "connected" : "disconnected";
  const wallet = { status, address, chainId: 31_337, openDialog() {}, preload() {} } as const;
  return <WalletContext value={wallet}>{node}</WalletContext>;
}

/** Renders the sale for a wallet, with the result of its simulation and its allowance in `phase`. */
function openSale(data?: MintExplanation, phase = sale.phase.name, wallet = first) {
  const query = { wallet, qty: "1", value: "undefined", authorization: undefined };
  const key = ["mint explanation", { ...query, whatIf: [] }, "9"];
  const allowance = { phase, allowance: 5, left: 2 };
  const known = [
    [key, data],
    [["mint allowance", wallet, sale.phase.name], allowance],
  ] as const;
  const node = inWallet(wallet, <Sale sale={sale} blockNumber={9n} />);
  renderComponent(node, { queryClient: clientWith(known) });
}

/** The polite messages of the form and the outcome. */
const said = () =>
  screen
    .getAllByRole("status")
    .map(({ textContent }) => textContent)
    .join(" ");

describe("Sale", () => {
  for (const [which, phase, most] of [
    ["the active phase", sale.phase.name, "2"],
    ["another phase", "Ember", "19"],
  ] as const) {
    it(`limits the quantity to ${most} by the allowance for ${which}`, () => {
      openSale(undefined, phase);
      expect(screen.getByRole<HTMLInputElement>("spinbutton").max).to.equal(most);
    });
  }

  it("disables Mint, gives the reason and opens the explanation when the simulation fails", () => {
    openSale(explanation());
    expect(button("Mint 1 drifter").disabled).to.equal(true);
    expect(said()).to.contain(`${facts} Add.`);
    screen.getByText(/This mint would fail\./);
    expect(screen.getByText("Why can't I mint?").closest("details")?.open).to.equal(true);
  });
});
