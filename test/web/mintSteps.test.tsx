import { expect } from "chai";
import type { Failure, Purchase } from "../../web/src/mint/purchase/purchase.ts";
import "../support/componentLoader.ts";
import { renderMarkup } from "../support/markup.ts";
import { type Mounted, mounted } from "../support/mount.ts";
import "../support/pageSettings.ts";
import { authorize, order, phase, rejection, sent } from "../support/purchaseModel.ts";
import { saleFacts } from "../support/saleFacts.ts";

const { purchaseMessages } = await import("../../web/src/mint/messages.ts");
const { MintOutcome } = await import("../../web/src/mint/MintOutcome.tsx");
const { MintSteps } = await import("../../web/src/mint/MintSteps.tsx");
const { NewDrifters } = await import("../../web/src/mint/NewDrifters.tsx");
const { SaleSummary, SaleSummarySkeleton } = await import("../../web/src/mint/SaleSummary.tsx");

const authorization = authorize(order);
const failedAt = (asked: Failure["asked"], more: Partial<Failure> = {}): Purchase => ({
  stage: { step: "failed", order, failure: { ...rejection, asked, ...more } },
});
const sentWith = (sighting: "waiting" | "missing" | "out of reach"): Purchase => ({
  stage: { step: "sent", order, authorization, sent, sighting, fromBlock: 9n },
});
const unanswered = { order, authorization, prompts: 1, fromBlock: 9n, isSent: false };
const revert = { title: "PastSupply", cause: "Too many.", fix: "Choose fewer." };

describe("the steps of a mint", () => {
  const progress: [purchase: Purchase, words: string[]][] = [
    [{ stage: { step: "idle" } }, ["to come", "to come", "to come", "to come"]],
    [{ stage: { step: "authorising", order } }, ["now", "to come", "to come", "to come"]],
    [{ stage: { step: "checking", order, authorization } }, ["done", "now", "to come", "to come"]],
    [
      { stage: { step: "asking", order, authorization, prompt: 1 } },
      ["done", "done", "now", "to come"],
    ],
    [sentWith("waiting"), ["done", "done", "done", "now"]],
    [
      { stage: { step: "confirmed", order, hash: sent.hash, drifterIds: [] } },
      ["done", "done", "done", "done"],
    ],
    [failedAt("service"), ["failed", "to come", "to come", "to come"]],
    [failedAt("contract"), ["done", "failed", "to come", "to come"]],
    [failedAt("wallet"), ["done", "done", "failed", "to come"]],
    [failedAt("chain"), ["done", "done", "done", "failed"]],
  ];
  for (const [purchase, words] of progress) {
    const { stage } = purchase;
    const who = stage.step === "failed" ? `, asked by the ${stage.failure.asked}` : "";
    it(`are ${words.join(", ")} when it is ${stage.step}${who}`, async () => {
      const { all } = await renderMarkup(
        <MintSteps purchase={purchase} isPasted={false} total="0.24 ETH" />,
      );
      const shown = all("li").map(({ attributes }) => attributes["data-progress"]);
      expect(shown).to.deep.equal(words);
      const current = all("li").map(({ attributes }) => attributes["aria-current"]);
      expect(current).to.deep.equal(words.map((word) => (word === "now" ? "step" : undefined)));
      const said = { "to come": "", now: "now", done: "done", failed: "stopped here" };
      for (const [index, word] of words.entries()) {
        // Safety: the table holds no other words.
        expect(all("li")[index]?.text).to.contain(` ${said[word as keyof typeof said]}`);
      }
    });
  }

  it("name their list, what the wallet asks for, and a pasted authorisation", async () => {
    const purchase = { stage: { step: "idle" } } as const;
    const { words, all } = await renderMarkup(
      <MintSteps purchase={purchase} isPasted total="0.24 ETH" />,
    );
    expect(words).to.contain("The one you pasted.").and.not.contain("signer");
    expect(words).to.contain("You confirm 0.24 ETH and the network's fee.");
    expect(all("ol")[0]?.attributes).to.include({ "aria-label": "Steps of a mint" });
  });
});

describe("the outcome of a mint", () => {
  async function withOutcome(
    purchase: Purchase,
    work: (page: Mounted, asked: string[]) => Promise<void>,
    of = phase,
  ): Promise<void> {
    const asked: string[] = [];
    const tracker = { giveUp: () => asked.push("give up"), dismiss: () => asked.push("dismiss") };
    const messages = purchaseMessages(purchase, of);
    await mounted(<MintOutcome {...{ messages, purchase, phase: of, tracker }} />, (page) =>
      work(page, asked),
    );
  }

  const outcomes: [
    purchase: Purchase,
    told: { status: string[]; alert: string[]; buttons: string[]; scrolls: number },
  ][] = [
    [{ stage: { step: "idle" } }, { status: [""], alert: [], buttons: [], scrolls: 0 }],
    [
      { stage: { step: "idle" }, unanswered },
      {
        status: [
          "Your wallet may still be asking you to mint 3 for 0.24 ETH. Check it before minting again.My wallet shows no request",
        ],
        alert: [],
        buttons: ["My wallet shows no request"],
        scrolls: 0,
      },
    ],
    [
      { ...sentWith("waiting"), unanswered: { ...unanswered, isSent: true } },
      {
        status: [
          "Your mint of 3 for 0.24 ETH may still go through. Check your wallet before minting again.Waiting for confirmation; you can leave this page.Transaction 0x01",
        ],
        alert: [],
        buttons: [],
        scrolls: 1,
      },
    ],
    [
      sentWith("missing"),
      {
        status: [
          "Sent, but the network does not know this transaction. Check your wallet: it may have dropped it, or may send it again.Transaction 0x01Stop waiting",
        ],
        alert: [],
        buttons: ["Stop waiting"],
        scrolls: 1,
      },
    ],
    [
      sentWith("out of reach"),
      {
        status: ["Sent. Can't reach the network; this page keeps trying.Transaction 0x01"],
        alert: [],
        buttons: [],
        scrolls: 1,
      },
    ],
    [
      { stage: { step: "asking", order, authorization, prompt: 1 }, unanswered },
      {
        status: ["Your wallet is asking you to confirm 3 drifters. Nothing is sent before that."],
        alert: [],
        buttons: [],
        scrolls: 1,
      },
    ],
    [failedAt("wallet"), { status: ["You rejected it."], alert: [], buttons: [], scrolls: 1 }],
    [
      failedAt("chain", { isRejection: false, words: "It reverted.", revert, sent }),
      {
        status: [""],
        alert: ["It reverted.The contract reverted with PastSupply.Transaction 0x01"],
        buttons: [],
        scrolls: 1,
      },
    ],
  ];
  for (const [purchase, told] of outcomes) {
    it(`is told as “${told.status.concat(told.alert).join("")}”`, () =>
      withOutcome(purchase, async (page, asked) => {
        expect(page.role("status")).to.deep.equal(told.status);
        expect(page.role("alert")).to.deep.equal(told.alert);
        expect(page.all("button").map(({ textContent }) => textContent)).to.deep.equal(
          told.buttons,
        );
        const [status] = page.all("div").filter((each) => each.hasAttribute("role"));
        expect(status?.getAttribute("aria-atomic")).to.equal("false");
        expect(page.all("div")[0]?.scrolls).to.equal(told.scrolls);
        for (const name of told.buttons) await page.click(name);
        const done = { "Stop waiting": "give up", "My wallet shows no request": "dismiss" };
        // Safety: the table holds no other buttons.
        expect(asked).to.deep.equal(told.buttons.map((each) => done[each as keyof typeof done]));
      }));
  }

  it("offers to start over once the wallet has been silent for 30 seconds", async () => {
    const { setTimeout: plain } = globalThis;
    const waits: [work: () => void, milliseconds: number | undefined][] = [];
    const asking: Purchase = { stage: { step: "asking", order, authorization, prompt: 1 } };
    await withOutcome(asking, async (page) => {
      expect(page.words()).not.to.contain("Start over");
    });
    Object.assign(globalThis, {
      setTimeout: (work: () => void, milliseconds?: number, ...rest: unknown[]) => {
        if (milliseconds !== 30_000) return plain(work, milliseconds, ...rest);
        waits.push([work, milliseconds]);
        return 0;
      },
    });
    try {
      await withOutcome(asking, async (page, asked) => {
        await page.during(() => waits.at(-1)?.[0]());
        expect(waits).to.have.length(1);
        const button = page.named("Start over");
        const described = page.document.getElementById(
          button.getAttribute("aria-describedby") ?? "",
        );
        expect(described?.textContent).to.equal(
          "No answer yet. If you start over, approving the open request still mints 3 for 0.24 ETH.",
        );
        await page.click("Start over");
        expect(asked).to.deep.equal(["give up"]);
      });
    } finally {
      Object.assign(globalThis, { setTimeout: plain });
    }
  });
});

describe("the drifters that a mint has brought", () => {
  it("are linked by their numbers, or counted where the node does not name them", async () => {
    let pressed = 0;
    const onMore = () => {
      pressed += 1;
    };
    await mounted(
      <NewDrifters drifterIds={["102", "103"]} qty={2} hash={sent.hash} onMore={onMore} />,
      async (page) => {
        const [heading] = page.all("h2");
        expect(heading?.textContent).to.equal("2 drifters walk under your name.");
        expect(heading?.getAttribute("data-place")).to.equal("new drifters");
        expect(heading?.getAttribute("tabindex")).to.equal("-1");
        const links = page
          .all("a")
          .map((a) => [a.getAttribute("href"), a.getAttribute("aria-label")]);
        expect(links).to.deep.equal([
          ["/drifter/102", "Drifter 102"],
          ["/drifter/103", "Drifter 103"],
        ]);
        expect(page.all("img").map((img) => img.getAttribute("alt"))).to.deep.equal(["", ""]);
        expect(page.words()).to.contain("Visit them").and.contain("Transaction 0x01");
        await page.click("Mint more");
        expect(pressed).to.equal(1);
      },
    );
    const { words } = await renderMarkup(
      <NewDrifters drifterIds={[]} qty={1} hash={undefined} onMore={onMore} />,
    );
    expect(words).to.contain("A drifter walks under your name.Visit it, and write its story.");
    expect(words).not.to.contain("Transaction");
  });
});

describe("the summary of the sale", () => {
  const range = { name: "Ember", startingPoint: 101n, endPoint: 121n };
  const summaries: [
    title: string,
    sale: Parameters<typeof saleFacts>[0],
    told: { words: string; left: string; lamp: string; width: string },
  ][] = [
    [
      "on",
      { phase: { ...range, currentCount: 5n } },
      { words: "Minting is onEmber", left: "15 of 20 left", lamp: "true", width: "75%" },
    ],
    [
      "off",
      { phase: { ...range, currentCount: 0n }, isMinting: false },
      { words: "Minting is offEmber", left: "20 of 20 left", lamp: "false", width: "100%" },
    ],
    [
      "sold out",
      { phase: { ...range, currentCount: 20n } },
      { words: "Minting is onEmber", left: "0 of 20 left", lamp: "false", width: "0%" },
    ],
    [
      "of odd lengths",
      { phase: { ...range, endPoint: 108n, currentCount: 1n } },
      { words: "Minting is onEmber", left: "6 of 7 left", lamp: "true", width: "85.8%" },
    ],
    [
      "without a phase",
      { phase: { name: "", startingPoint: 0n, endPoint: 0n, currentCount: 0n } },
      { words: "Minting is onNo phase yet", left: "0 of 0 left", lamp: "false", width: "100%" },
    ],
  ];
  for (const [title, differing, told] of summaries) {
    it(`shows one that is ${title}`, async () => {
      const { words, elements } = await renderMarkup(<SaleSummary sale={saleFacts(differing)} />);
      expect(words).to.contain(told.words).and.contain(told.left);
      const lamp = elements.find(({ attributes }) => "data-on" in attributes);
      expect(lamp?.attributes).to.include({ "data-on": told.lamp, "aria-hidden": "true" });
      const bar = elements.find(({ attributes }) => attributes.style?.startsWith("width"));
      expect(bar?.attributes.style).to.equal(`width:${told.width}`);
      const [section] = elements;
      expect(section?.attributes).to.include({ "aria-label": "For sale now" });
      const hidden = elements.filter(({ attributes }) => attributes["aria-hidden"] === "true");
      expect(hidden).to.have.length(2);
    });
  }

  it("shows the price, the largest mint and what was minted, and waits for them", async () => {
    const { words } = await renderMarkup(<SaleSummary sale={saleFacts()} />);
    expect(words).to.match(/0\.08 ETH.*20.*Minted13$/);
    const { elements } = await renderMarkup(<SaleSummarySkeleton />);
    expect(elements[0]?.attributes).to.include({ "aria-busy": "true" });
  });
});
