import { expect } from "chai";
import { parseEther } from "viem";
import type { Purchase } from "../../web/src/mint/purchase/purchase.ts";
import {
  type Asked,
  asking,
  failed,
  formWith,
  idle,
  mainButton,
  type Situation,
  textOfPaste,
  unanswered,
  usual,
  withForm,
} from "../support/mintForm.tsx";
import { mounted } from "../support/mount.ts";
import { authorize, order, phase, sent } from "../support/purchaseModel.ts";

describe("the mint form", () => {
  it("begins with one, and mints what was chosen by buttons, arrow keys or typing", () =>
    withForm({}, async (page, asked) => {
      const field = page.named("How many");
      expect(field.value).to.equal("1");
      expect(page.named("One less").disabled).to.equal(true);
      expect(page.words()).to.contain("You will pay 0.08 ETH for 1 drifter.");
      await page.click("One more");
      expect(page.words()).to.contain("You will pay 0.16 ETH for 2 drifters.");
      await page.click("One less");
      expect(field.value).to.equal("1");
      expect((await page.fire(field, "keydown", { key: "ArrowUp" })).defaultPrevented).to.equal(
        true,
      );
      expect((await page.fire(field, "keydown", { key: "a" })).defaultPrevented).to.equal(false);
      expect(field.value).to.equal("2");
      await page.fire(field, "keydown", { key: "ArrowDown" });
      await page.fire(field, "keydown", { key: "ArrowDown" });
      expect(field.value).to.equal("1");
      await page.type("How many", "30");
      expect(page.named("One more").disabled).to.equal(true);
      await page.fire(field, "keydown", { key: "ArrowUp" });
      expect(field.value).to.equal("19");
      await page.type("How many", "18.7");
      await page.click("One more");
      expect(field.value).to.equal("19");
      await page.type("How many", "many");
      await page.click("One more");
      await page.click("One more");
      expect(field.value).to.equal("2");
      await page.click("Mint 2 drifters");
      expect(asked).to.deep.equal([["mint", 2, usual.price, undefined]]);
    }));

  it("has a spin button with its bounds, its value and the sentence that describes it", () =>
    withForm({}, async (page) => {
      const field = page.named("How many");
      const said = (name: string) => field.getAttribute(name);
      expect(said("inputmode")).to.equal("numeric");
      expect(said("autocomplete")).to.equal("off");
      expect(said("role")).to.equal("spinbutton");
      expect(said("data-place")).to.equal("quantity");
      expect(["min", "max", "now"].map((name) => said(`aria-value${name}`))).to.deep.equal([
        "1",
        "19",
        "1",
      ]);
      expect(said("aria-invalid")).to.equal("false");
      const button = mainButton(page);
      const described = page.document.getElementById(said("aria-describedby") ?? "");
      expect(described?.textContent).to.contain("You will pay");
      expect(button.getAttribute("aria-describedby")).to.equal(said("aria-describedby"));
      expect(button.getAttribute("data-place")).to.equal("mint");
      await page.fire(field, "focusin");
      expect(field.selections).to.equal(1);
      await page.type("How many", "0");
      expect(said("aria-invalid")).to.equal("true");
      expect(said("aria-valuenow")).to.equal(null);
      expect(page.words()).to.contain("Enter a whole number from 1 to 19.");
      expect(page.words()).not.to.contain("You will pay");
      expect([button.textContent, button.disabled]).to.deep.equal(["Mint", true]);
    }));

  const limits: [title: string, situation: Situation, most: string, words: string][] = [
    [
      "the wallet's allowance",
      { allowance: { phase, allowance: 5, left: 3 } },
      "3",
      "Your wallet may mint 3 more in this phase.",
    ],
    [
      "what is left of the phase",
      { allowance: { phase, allowance: 50, left: 50 } },
      "19",
      "Your wallet may mint 19 in this phase.",
    ],
    [
      "what is left of the collection",
      { sale: { ...usual, totalSupply: usual.maxSupply - 2n } },
      "2",
      "",
    ],
  ];
  for (const [title, situation, most, words] of limits) {
    it(`offers at most ${title}`, () =>
      withForm(situation, async (page) => {
        expect(page.named("How many").getAttribute("aria-valuemax")).to.equal(most);
        expect(page.role("status")[0]).to.equal(words);
        await page.type("How many", most);
        expect(mainButton(page).disabled).to.equal(false);
        await page.type("How many", String(Number(most) + 1));
        expect(mainButton(page).disabled).to.equal(true);
      }));
  }

  it("offers nothing to a wallet whose allowance is used up, unless something is pasted", () =>
    withForm({ allowance: { phase, allowance: 5, left: 0 } }, async (page) => {
      expect(page.named("How many").getAttribute("aria-valuemax")).to.equal("1");
      expect(mainButton(page).disabled).to.equal(true);
      expect(page.words()).not.to.contain("You will pay").and.not.contain("Enter");
      await page.type("Authorisation, as JSON", textOfPaste());
      expect(mainButton(page).disabled).to.equal(false);
      expect(page.words()).to.contain("You will pay 0.16 ETH for 2 drifters.");
    }));

  it("mints what a pasted authorisation is for, until it is removed", () =>
    withForm({}, async (page, asked) => {
      const field = page.named("Authorisation, as JSON");
      const about = () =>
        page.document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;
      expect(field.getAttribute("spellcheck")).to.equal("false");
      expect(about()).to.equal("");
      await page.type("Authorisation, as JSON", "{");
      expect(field.getAttribute("aria-invalid")).to.equal("true");
      expect(about()).not.to.equal("");
      expect(page.words()).to.contain("Fix or clear the pasted authorisation.");
      expect(mainButton(page).disabled).to.equal(true);
      await page.type("Authorisation, as JSON", textOfPaste());
      expect(field.getAttribute("aria-invalid")).to.equal("false");
      expect(about()).to.match(/^It authorises 0x.+ to mint 2 drifters of “Lantern Season”\.$/);
      expect(page.words()).to.contain("Using a pasted authorisation for 2.");
      expect(page.named("How many").value).to.equal("2");
      expect(page.named("How many").disabled).to.equal(true);
      expect(page.named("How many").getAttribute("aria-invalid")).to.equal("false");
      for (const name of ["One less", "One more"]) {
        expect(page.named(name).disabled).to.equal(true);
      }
      expect(page.all("output")[0]?.textContent).to.equal("77");
      await page.click("Mint 2 drifters");
      await page.click("Remove");
      expect(page.named("How many").value).to.equal("1");
      expect(page.words()).not.to.contain("pasted authorisation for");
      await page.click("Mint 1 drifter");
      expect(asked).to.deep.equal([
        ["mint", 2, usual.price, "77"],
        ["mint", 1, usual.price, undefined],
      ]);
    }));

  it("is emptied for the next mint", () =>
    withForm({}, async (page, asked) => {
      await page.type("How many", "3");
      await page.type("Authorisation, as JSON", textOfPaste());
      await page.click("Reset");
      expect(page.named("How many").value).to.equal("1");
      expect(page.named("Authorisation, as JSON").value).to.equal("");
      expect(page.words()).not.to.contain("Using a pasted");
      expect(asked).to.deep.equal([["clear"]]);
    }));

  it("clears a failure when the quantity or the authorisation changes, and nothing else", async () => {
    await withForm({ purchase: failed() }, async (page, asked) => {
      await page.type("How many", "2");
      await page.type("Authorisation, as JSON", textOfPaste());
      expect(asked).to.deep.equal([["clear"], ["clear"]]);
    });
    await withForm({ purchase: { stage: { step: "idle" }, unanswered } }, async (page, asked) => {
      await page.type("Authorisation, as JSON", "x");
      expect(asked).to.deep.equal([]);
    });
  });

  it("asks for the wallet first, and fetches what that needs before the click", () =>
    withForm(
      { connection: { status: "disconnected", address: undefined } },
      async (page, asked) => {
        const button = page.named("Connect a wallet to mint");
        expect(button.getAttribute("aria-haspopup")).to.equal("dialog");
        await page.fire(button, "pointerover", { relatedTarget: null });
        await page.fire(button, "focusin");
        await page.click("Connect a wallet to mint");
        expect(asked).to.deep.equal([["preload"], ["preload"], ["open dialog"]]);
      },
    ));

  it("asks to switch the network, unless a mint is under way", async () => {
    const connection = { chainId: 1 };
    await withForm({ connection }, async (page, asked) => {
      const button = page.named("Switch to Hardhat");
      expect(button.getAttribute("aria-haspopup")).to.equal("dialog");
      expect(button.getAttribute("data-place")).to.equal("mint");
      await page.click("Switch to Hardhat");
      expect(asked).to.deep.equal([["open dialog"]]);
    });
    await withForm({ connection, purchase: asking }, async (page) => {
      expect(mainButton(page).textContent).to.equal("Confirm in your wallet…");
    });
  });

  const labels: [purchase: Purchase, label: string][] = [
    [{ stage: { step: "authorising", order } }, "Requesting the authorisation…"],
    [
      { stage: { step: "checking", order, authorization: authorize(order) } },
      "Simulating the mint…",
    ],
    [asking, "Confirm in your wallet…"],
    [
      {
        stage: {
          step: "sent",
          order,
          authorization: authorize(order),
          sent,
          sighting: "waiting",
          fromBlock: 9n,
        },
      },
      "Waiting for confirmation…",
    ],
  ];
  for (const [purchase, label] of labels) {
    it(`can press nothing while its button says “${label}”`, () =>
      withForm({ purchase }, async (page) => {
        const button = mainButton(page);
        expect([button.textContent, button.disabled]).to.deep.equal([label, true]);
        expect(page.words()).to.contain("Minting 3 for 0.24 ETH").and.not.contain("You will pay");
        expect(page.named("How many").value).to.equal("3");
        expect(page.named("How many").disabled).to.equal(true);
        expect(page.named("Authorisation, as JSON").disabled).to.equal(true);
      }));
  }

  it("can press nothing while it is blocked or the wallet connects", async () => {
    await withForm({ isBlocked: true }, async (page) => {
      expect(mainButton(page).disabled).to.equal(true);
    });
    await withForm({ connection: { status: "reconnecting" } }, async (page) => {
      const button = mainButton(page);
      expect([button.textContent, button.disabled]).to.deep.equal(["Connecting…", true]);
    });
  });

  it("offers what may still be sent, and no other authorisation", () =>
    withForm({ purchase: { stage: { step: "idle" }, unanswered } }, async (page, asked) => {
      expect(page.named("How many").value).to.equal("3");
      expect(page.all("output")[0]?.textContent).to.equal("1");
      expect(mainButton(page).disabled).to.equal(false);
      await page.click("My wallet shows no request");
      await page.type("Authorisation, as JSON", textOfPaste());
      expect(mainButton(page).disabled).to.equal(true);
      await page.type("Authorisation, as JSON", textOfPaste({ transactionID: "1" }));
      expect(mainButton(page).disabled).to.equal(false);
      expect(asked).to.deep.equal([["dismiss"]]);
    }));

  it("opens the field for an authorisation where the service gives none", async () => {
    for (const [purchase, isOpen] of [
      [idle, false],
      [failed(), false],
      [failed({ isNotOffered: true }), true],
    ] as const) {
      await withForm({ purchase }, async (page) => {
        expect(page.all("details")[0]?.open).to.equal(isOpen);
      });
    }
  });

  it("shows a new price first, and mints at it at the second press", async () => {
    const asked: Asked[] = [];
    const dearer = { ...usual, price: parseEther("0.1") };
    await mounted(formWith(asked), async (page) => {
      expect(page.words()).not.to.contain("price changed");
      await page.show(formWith(asked, { sale: dearer }));
      expect(page.words()).to.contain(
        "The price changed from 0.08 to 0.1 ETH. Your total is now 0.1 ETH.",
      );
      await page.click("Mint 1 drifter");
      expect(asked).to.deep.equal([]);
      await page.click("Mint 1 drifter for 0.1 ETH");
      expect(asked).to.deep.equal([["mint", 1, dearer.price, undefined]]);
      expect(page.words()).not.to.contain("price changed");
      expect(mainButton(page).textContent).to.equal("Mint 1 drifter");
    });
  });
});
