import { expect } from "chai";
import type { MintExplanation } from "#protocol/sale/explainMint";
import type { SaleCall } from "#protocol/sale/saleCalls";
import { unsupported } from "#protocol/sale/simulate";
import type { ExpertInput } from "../../web/src/mint/explanation/expertInput.ts";
import "../support/componentLoader.ts";
import { askingClient, mounted } from "../support/mount.ts";
import "../support/pageSettings.ts";
import { order } from "../support/purchaseModel.ts";
import { saleFacts } from "../support/saleFacts.ts";
import { withFetch } from "../support/stubFetch.ts";

const { Expert } = await import("../../web/src/mint/explanation/Expert.tsx");
const { Explanation } = await import("../../web/src/mint/explanation/Explanation.tsx");
const { WhatIfs } = await import("../../web/src/mint/explanation/WhatIfs.tsx");

const toggle: SaleCall = { functionName: "toggleMint", args: [] };
const five: SaleCall = { functionName: "adjustMaxBatch", args: [5n] };
const six: SaleCall = { functionName: "adjustMaxBatch", args: [6n] };

describe("the owner's hypothetical calls", () => {
  it("are moved, removed and added, in their order", async () => {
    const changes: (readonly SaleCall[])[] = [];
    const note = (calls: readonly SaleCall[]) => void changes.push(calls);
    const calls = [toggle, five, six];
    await mounted(<WhatIfs calls={calls} outcomes={[]} onChange={note} />, async (page) => {
      expect(page.all("ol")[0]?.getAttribute("aria-label")).to.equal("The owner's calls");
      expect(page.all("li").map(({ textContent }) => textContent)).to.deep.equal([
        "toggleMint()simulating…↑↓✕",
        "adjustMaxBatch(5)simulating…↑↓✕",
        "adjustMaxBatch(6)simulating…↑↓✕",
      ]);
      const disabled = page.all("button").filter((each) => each.disabled);
      expect(disabled.map((each) => each.getAttribute("aria-label"))).to.deep.equal([
        "Move toggleMint() up",
        "Move adjustMaxBatch(6) down",
      ]);
      await page.click("Move adjustMaxBatch(5) up");
      await page.click("Move toggleMint() down");
      await page.click("Move adjustMaxBatch(5) down");
      await page.click("Remove adjustMaxBatch(5)");
      await page.click("Add");
      expect(changes).to.deep.equal([
        [five, toggle, six],
        [five, toggle, six],
        [toggle, six, five],
        [toggle, six],
        [toggle, five, six, toggle],
      ]);
    });
  });

  it("are typed argument by argument, and added by the button or by Enter", async () => {
    const changes: (readonly SaleCall[])[] = [];
    const note = (calls: readonly SaleCall[]) => void changes.push(calls);
    await mounted(<WhatIfs calls={[]} outcomes={[]} onChange={note} />, async (page) => {
      expect(page.all("ol")).to.deep.equal([]);
      expect(page.all("input")).to.deep.equal([]);
      await page.type("Call", "adjustPhases");
      const fields = page.all("input");
      expect(fields).to.have.length(3);
      for (const field of fields) {
        expect(field.getAttribute("autocomplete")).to.equal("off");
        expect(field.getAttribute("spellcheck")).to.equal("false");
        expect(field.getAttribute("placeholder")).not.to.equal(null);
      }
      const labels = page.all("label").map(({ textContent }) => textContent);
      expect(labels).to.have.length(4);
      await page.type(labels[2] ?? "", "1");
      await page.click("Add");
      expect(page.role("status")[0]).to.contain("Invalid arguments for adjustPhases.");
      await page.type(labels[3] ?? "", "9");
      await page.type(labels[1] ?? "", "Ember");
      const [, second] = page.all("input");
      if (!second) throw new Error("There is no second field.");
      await page.fire(second, "keydown", { key: "Tab" });
      expect(changes).to.deep.equal([]);
      await page.fire(second, "keydown", { key: "Enter" });
      expect(changes).to.deep.equal([[{ functionName: "adjustPhases", args: ["Ember", 1n, 9n] }]]);
      expect(page.role("status")[0]).to.equal("");
      expect(page.all("input").map(({ value }) => value)).to.deep.equal(["", "", ""]);
      await page.type(labels[1] ?? "", "Ember");
      await page.click("Add");
      expect(page.role("status")[0]).not.to.equal("");
      await page.type("Call", "adjustPrice");
      expect(page.role("status")[0]).to.equal("");
      expect(page.all("input").map(({ value }) => value)).to.deep.equal([""]);
      expect(page.all("label").map(({ textContent }) => textContent)[1]).to.match(/\(ETH\)$/);
      await page.type("Call", "no such call");
      expect(page.all("input")).to.have.length(1);
    });
  });
});

describe("another mint to explain", () => {
  it("is typed field by field, each with what an empty one means and with its fault", async () => {
    const changes: ExpertInput[] = [];
    const input: ExpertInput = { wallet: "0x1", qty: "2", value: "3", whatIf: [toggle] };
    const faults = { qty: "Not a quantity." };
    await mounted(
      <Expert
        input={input}
        faults={faults}
        outcomes={[]}
        symbol="ETH"
        onChange={(next) => changes.push(next)}
      />,
      async (page) => {
        const about = { Wallet: undefined, Quantity: faults.qty, "Value in ETH": undefined };
        for (const [name, fault = ""] of Object.entries(about)) {
          const field = page.named(name);
          const described = field.getAttribute("aria-describedby") ?? "";
          expect(page.document.getElementById(described)?.textContent).to.equal(fault);
          expect(field.getAttribute("aria-invalid")).to.equal(String(fault !== ""));
          expect(field.getAttribute("autocomplete")).to.equal("off");
          expect(field.getAttribute("spellcheck")).to.equal("false");
          expect(field.getAttribute("placeholder")).not.to.equal(null);
          await page.type(name, `new ${name}`);
        }
        await page.click("Remove toggleMint()");
        await page.type("Authorisation, as JSON", "{");
        expect(changes).to.deep.equal([
          { ...input, wallet: "new Wallet" },
          { ...input, qty: "new Quantity" },
          { ...input, value: "new Value in ETH" },
          { ...input, whatIf: [] },
          { ...input, authorization: undefined },
        ]);
        expect(page.named("Authorisation, as JSON").value).to.equal("{");
      },
    );
  });
});

describe("the explanation", () => {
  const wallet = order.wallet;
  const failed = { rule: "funds", title: "Enough", facts: "", result: "failed", reasons: [] };
  const passed = { ...failed, result: "passed" };
  const unsigned = { ...failed, rule: "AuthenticationFailed" };
  /** What the node has said at block 9 of a mint of two. */
  const explain = (differing: object): MintExplanation =>
    // Safety: rules of this test.
    ({
      canMint: false,
      blockNumber: 9n,
      wallet,
      qty: 2n,
      value: 16n * 10n ** 16n,
      sale: saleFacts(),
      whatIf: [],
      results: [passed],
      ...differing,
    }) as MintExplanation;

  interface Asked {
    data?: MintExplanation | null;
    wallet?: typeof wallet;
    notAllowed?: string;
    path?: string;
    isOpen?: boolean;
  }

  /** The words of the explanation, given what the node has said; nothing means that it is not reached. */
  async function wordsOf({ data, path = "/mint", isOpen = true, ...asked }: Asked) {
    const queryClient = askingClient();
    const key = {
      wallet: asked.wallet,
      qty: "2",
      value: "undefined",
      authorization: undefined,
      whatIf: path.includes("toggle") ? ["toggleMint()"] : [],
    };
    if (data !== undefined) {
      queryClient.setQueryData(["mint explanation", key, "9"], data, {
        updatedAt: Date.now() + 60_000,
      });
      queryClient.setDefaultOptions({ queries: { staleTime: 60_000, retry: false } });
    }
    let words = "";
    const toggles: boolean[] = [];
    await withFetch(
      () => Promise.reject(new TypeError("Failed to fetch")),
      () =>
        mounted(
          <Explanation
            page={{ wallet: asked.wallet, qty: 2n }}
            blockNumber={9n}
            notAllowed={asked.notAllowed}
            isOpen={isOpen}
            onToggle={(next) => toggles.push(next)}
          />,
          async (page) => {
            words = page.words();
            const [details, expert] = page.all("details");
            expect(details?.open).to.equal(isOpen);
            expect(expert?.open ?? false).to.equal(path.includes("toggle"));
            if (details) await page.fire(details, "toggle");
            expect(toggles).to.deep.equal([isOpen]);
            const [section] = page.all("section");
            if (section) {
              expect(section.getAttribute("aria-busy")).to.equal("false");
              const id = section.getAttribute("aria-labelledby") ?? "";
              expect(page.document.getElementById(id)?.textContent).to.equal("Rules");
            }
          },
          { path, queryClient },
        ),
    );
    return words;
  }

  it("is asked for only while it is open", async () => {
    expect(await wordsOf({ isOpen: false })).to.equal("Why can't I mint?");
  });

  it("asks for a wallet first", async () => {
    const words = await wordsOf({});
    expect(words).to.contain("Connect a wallet, or enter an address below, to check the rules.");
    expect(words).not.to.contain("Simulating").and.not.contain("Can't reach");
  });

  const headlines: [title: string, asked: Asked, words: string][] = [
    [
      "can be sent",
      { data: explain({ canMint: true }), wallet },
      "This mint would go through. Asked for 2 for 0x976E",
    ],
    ["fails", { data: explain({ results: [failed] }), wallet }, "This mint would fail. Asked for"],
    [
      "only lacks its authorisation",
      { data: explain({ results: [passed, unsigned] }), wallet },
      "Ready to mint 2. Authorisation is requested when you press Mint.",
    ],
    [
      "the service would not authorise",
      { data: explain({ results: [unsigned] }), wallet, notAllowed: "Not for you." },
      "Not for you. Asked for 2",
    ],
    [
      "could be sent although the service would not authorise it",
      { data: explain({ canMint: true }), wallet, notAllowed: "Not for you." },
      "This mint would go through.",
    ],
  ];
  for (const [title, asked, words] of headlines) {
    it(`begins with a sentence on a mint that ${title}`, async () => {
      const told = await wordsOf(asked);
      expect(told).to.contain(words);
      expect(told).to.contain("with 0.16 ETH sent, at block 9.");
      expect(told).not.to.contain("Simulating").and.not.contain("Can't reach");
      expect(told).not.to.contain("Connect a wallet");
    });
  }

  it("names the calls before the mint, which are open where the address has some", async () => {
    const whatIf = [{ call: toggle }, { call: five }];
    const path = "/mint?what-if=toggleMint()";
    const told = await wordsOf({ data: explain({ whatIf }), wallet, path });
    expect(told).to.contain(", at block 9, after toggleMint(), then adjustMaxBatch(5).");
  });

  it("says that the node cannot simulate", async () => {
    const told = await wordsOf({ data: null, wallet });
    expect(told).to.contain(unsupported);
    expect(told).not.to.contain("Simulating");
  });
});
