import { screen } from "@testing-library/react";
import { expect } from "chai";
import { parseEther } from "viem";
import {
  asking,
  failed,
  idle,
  type MintFormState,
  openForm,
  pastedText,
  quantity,
  usualSale,
} from "../../support/web/mintForm.tsx";
import { order, phase, sent, unanswered } from "../../support/web/purchase.ts";
import { button, textbox, words } from "../../support/web/renderComponent.tsx";

const paste = () => textbox("Authorization, as JSON");
const authorizationToSend = () =>
  screen.getByRole("status", { name: "Authorization to send" }).textContent;

const { authorization } = unanswered;
const authorizing = { step: "authorizing", order } as const;
const checking = { step: "checking", order, authorization } as const;
const following = {
  ...checking,
  ...({ step: "sent", sent, sighting: "waiting", fromBlock: 9n } as const),
};

describe("MintForm", () => {
  it("mints the chosen quantity", async () => {
    const { enter, press, calls } = openForm();
    expect(quantity().value).to.equal("1");
    expect(words()).to.contain("You will pay 0.08 ETH for 1 drifter.");
    button("−: 1");
    await enter(quantity(), "2");
    expect(words()).to.contain("You will pay 0.16 ETH for 2 drifters.");
    await press("+: 3");
    await press("Max: 19");
    button("+: 19");
    await press("−: 18");
    expect(quantity().value).to.equal("18");
    await enter(quantity(), "2");
    await press("Mint 2 drifters");
    expect(calls).to.deep.equal([["mint", { ...order, qty: 2 }, undefined]]);
  });

  it("labels the quantity and the button with the total, or with the quantity's error", async () => {
    const { enter } = openForm();
    screen.getByRole("region", { name: "Mint" });
    expect(words()).not.to.contain("Enter a whole number");
    const description = /You will pay/;
    screen.getByRole("spinbutton", { description });
    expect([quantity().min, quantity().max]).to.deep.equal(["1", "19"]);
    screen.getByRole("button", { name: "Mint 1 drifter", description });
    expect(quantity().getAttribute("aria-invalid")).to.equal("false");
    expect(quantity().inputMode).to.equal("numeric");
    await enter(quantity(), "0");
    screen.getByRole("spinbutton", { description: /Enter a whole number from 1 to 19\./ });
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).to.include(
      "Enter a whole number from 1 to 19.",
    );
    expect(quantity().getAttribute("aria-invalid")).to.equal("true");
    expect(words()).not.to.contain("You will pay");
    expect(button("Mint").disabled).to.equal(true);
  });

  const limits: [title: string, situation: MintFormState, max: number, allowance: string][] = [
    [
      "the wallet's allowance",
      { allowance: { phase, allowance: 5, left: 3 } },
      3,
      "Your wallet may mint 3 more in this phase.",
    ],
    [
      "the IDs left in the phase",
      { allowance: { phase, allowance: 50, left: 50 } },
      19,
      "Your wallet may mint 19 in this phase.",
    ],
    [
      "the tokens left in the collection",
      { sale: { ...usualSale, totalSupply: usualSale.maxSupply - 2n } },
      2,
      "",
    ],
  ];
  for (const [title, situation, max, allowance] of limits) {
    it(`limits the quantity to ${title}`, async () => {
      const { enter } = openForm(situation);
      expect(quantity().max).to.equal(String(max));
      expect(document.querySelector(".mint-form__allowance")?.textContent).to.equal(allowance);
      await enter(quantity(), String(max));
      expect(button(`Mint ${max} drifters`).disabled).to.equal(false);
      await enter(quantity(), String(max + 1));
      expect(button("Mint").disabled).to.equal(true);
    });
  }

  it("reports a pasted text that is no valid authorization", async () => {
    const { enter } = openForm();
    screen.getByRole("textbox", { name: "Authorization, as JSON", description: "" });
    expect(paste().getAttribute("aria-invalid")).to.equal("false");
    expect(paste().getAttribute("spellcheck")).to.equal("false");
    expect(words()).not.to.contain("Fix or clear");
    await enter(paste(), "{");
    screen.getByRole("textbox", { name: "Authorization, as JSON", description: /./ });
    expect(paste().getAttribute("aria-invalid")).to.equal("true");
    screen.getByText("Fix or clear the pasted authorization.");
    expect(button("Mint 1 drifter").disabled).to.equal(true);
  });

  it("uses a pasted authorization's terms until it is removed", async () => {
    const { enter, press, calls } = openForm();
    await enter(quantity(), "5");
    await enter(paste(), pastedText());
    screen.getByRole("textbox", {
      description: "It authorizes 0x976E…0aa9 to mint 2 drifters of “Lantern Season”.",
    });
    expect(paste().getAttribute("aria-invalid")).to.equal("false");
    expect(words()).to.contain("Using a pasted authorization for 2.");
    expect([quantity().value, quantity().disabled]).to.deep.equal(["2", true]);
    expect(quantity().getAttribute("aria-invalid")).to.equal("false");
    expect(authorizationToSend()).to.equal("77");
    await press("Mint 2 drifters");
    await press("Remove");
    expect(quantity().value).to.equal("5");
    expect(words()).not.to.contain("pasted authorization for");
    await press("Mint 5 drifters");
    await enter(paste(), pastedText());
    await press("Reset");
    expect([quantity().value, paste().value]).to.deep.equal(["1", ""]);
    expect(calls).to.deep.equal([
      ["mint", { ...order, qty: 2 }, "77"],
      ["mint", { ...order, qty: 5 }, undefined],
      ["clear"],
    ]);
  });

  it("clears a failure when the quantity or the authorization changes", async () => {
    const { enter, calls } = openForm({ purchase: failed() });
    await enter(quantity(), "2");
    await enter(paste(), pastedText());
    expect(calls).to.deep.equal([["clear"], ["clear"]]);
  });

  it("offers an authorization field only with a value, an open explanation or no allowance", async () => {
    const field = () => screen.queryByText("I have an authorization")?.closest("details");
    const closed = { isExplained: false };
    const { change, enter } = openForm(closed);
    expect(field()).to.equal(undefined);
    change({ isExplained: true });
    await enter(paste(), "{");
    change(closed);
    await enter(paste(), "");
    expect(field()).to.equal(undefined);
    change({ ...closed, allowance: { phase: "Ember", allowance: 0, left: 0 } });
    expect(field()?.open).to.equal(false);
    change({ purchase: failed() });
    expect(field()?.open).to.equal(false);
    change({ purchase: failed({ isNotOffered: true }) });
    expect(field()?.open).to.equal(true);
  });

  it("reports a used-up allowance instead of a total, and nothing once the phase is sold out", async () => {
    const allowance = { phase, allowance: 5, left: 0 };
    const { enter, change } = openForm({ allowance });
    const used = "Your wallet has used its allowance in this phase.";
    for (const typed of ["1", "0"]) {
      await enter(quantity(), typed);
      expect(words())
        .to.contain(used)
        .and.not.match(/You will pay|Enter/);
      expect(button(/^Mint/).disabled).to.equal(true);
    }
    const over = { ...usualSale.phase, currentCount: 20n };
    change({ allowance, sale: { ...usualSale, phase: over } });
    expect(words()).not.to.contain(used);
  });

  const steps: [label: string, situation: MintFormState, calls: string[] | undefined][] = [
    [
      "Connect a wallet to mint",
      { wallet: { status: "disconnected", address: undefined } },
      ["preload", "preload", "open dialog"],
    ],
    ["Mint 1 drifter", { isBlocked: true }, undefined],
    ["Connecting…", { wallet: { status: "connecting" } }, undefined],
    ["Switch to Hardhat", { wallet: { chainId: 1 } }, []],
    ["Confirm in your wallet…", { purchase: asking, wallet: { chainId: 1 } }, undefined],
    ["Requesting the authorization…", { purchase: { stage: authorizing } }, undefined],
    ["Simulating the mint…", { purchase: { stage: checking } }, undefined],
    ["Waiting for confirmation…", { purchase: { stage: following } }, undefined],
  ];
  for (const [label, situation, expected] of steps) {
    it(`labels its ${expected ? "enabled" : "disabled"} button “${label}”`, async () => {
      const { press, calls } = openForm(situation);
      expect(button(label).disabled).to.equal(expected === undefined);
      await press(label);
      expect(calls.flat()).to.deep.equal(expected ?? []);
    });
  }

  it("retains the quantity and agreed price of a pending mint", () => {
    const dearer = { ...usualSale, price: parseEther("0.1") };
    const { change } = openForm({ purchase: asking, sale: dearer });
    expect(words()).to.contain("Minting 3 for 0.24 ETH");
    change({ purchase: asking });
    expect(words()).not.to.contain("price changed");
    change({});
    expect(quantity().value).to.equal("3");
  });

  it("resends a mint that the wallet may still send, at the shown price, regardless of allowance", async () => {
    const allowance = { phase, allowance: 5, left: 0 };
    const sale = { ...usualSale, price: parseEther("0.1") };
    const { press, calls } = openForm({ sale, allowance, purchase: { ...idle, unanswered } });
    expect(words()).to.contain("You will pay 0.3 ETH");
    await press("Mint 3 drifters");
    expect(calls).to.deep.equal([["mint", { ...order, price: sale.price }, undefined]]);
  });

  it("sends only the authorization that the wallet may still send", async () => {
    const { enter, press, calls } = openForm({ purchase: { ...idle, unanswered } });
    expect([quantity().value, authorizationToSend()]).to.deep.equal(["3", "1"]);
    expect(button("Mint 3 drifters").disabled).to.equal(false);
    await press("My wallet shows no request");
    await enter(paste(), pastedText());
    expect(button("Mint 2 drifters").disabled).to.equal(true);
    await enter(paste(), pastedText({ transactionID: "1" }));
    expect(button("Mint 2 drifters").disabled).to.equal(false);
    expect(calls).to.deep.equal([["dismiss"]]);
  });

  it("shows a new price on the first press, and mints at it on the second", async () => {
    const { press, change, calls, enter } = openForm();
    await enter(quantity(), "2");
    expect(words()).not.to.contain("price changed");
    const sale = { ...usualSale, price: parseEther("0.1") };
    change({ sale: { ...sale, price: parseEther("0.2") }, purchase: failed() });
    await press("Mint 2 drifters");
    // The price changes again before the second press.
    change({ sale, purchase: failed() });
    const message = "The price changed from 0.08 to 0.1 ETH. Your total is now 0.2 ETH.";
    screen.getByText(message);
    await press("Mint 2 drifters");
    screen.getByText(`${message} Press Mint again to accept it.`);
    expect(calls).to.deep.equal([["clear"], ["clear"]]);
    await press("Mint 2 drifters for 0.2 ETH");
    expect(calls.slice(2)).to.deep.equal([
      ["mint", { ...order, qty: 2, price: sale.price }, undefined],
    ]);
    expect(words()).not.to.contain("price changed");
    button("Mint 2 drifters");
    change({ sale, purchase: asking });
    expect(words()).to.contain("0.24 ETH");
  });
});
