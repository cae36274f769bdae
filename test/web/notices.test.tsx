import { expect } from "chai";
import type { LeftText } from "../../web/src/narrative/leftText.ts";
import { leftText, setLeftText } from "../../web/src/narrative/leftText.ts";
import { remarkLimitDepth } from "../../web/src/narrative/remarkLimitDepth.ts";
import { WalletContext } from "../../web/src/wallet/useWallet.ts";
import "../support/componentLoader.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";
import { renderMarkup } from "../support/markup.ts";
import { mounted } from "../support/mount.ts";
import "../support/pageSettings.ts";

const { EditorNotices } = await import("../../web/src/narrative/EditorNotices.tsx");
const { LeftElsewhere } = await import("../../web/src/narrative/LeftElsewhere.tsx");
const { LeftNotice } = await import("../../web/src/narrative/LeftNotice.tsx");
const { default: LostText } = await import("../../web/src/narrative/LostText.tsx");
const { default: TextChanges } = await import("../../web/src/narrative/history/TextChanges.tsx");

const author = hardhatAccount(2).address;
const left: LeftText = { drifterId: "7", author, text: "Ash.", signed: undefined, fate: "taken" };
const refused = { refusal: "Server error." };

describe("notices beside the editor", () => {
  const quiet = {
    isKept: true,
    isSigned: false,
    isStale: false,
    isSigning: false,
    isSaving: false,
    signingError: null,
    savingError: null,
  };
  const signed = { ...quiet, isSigned: true };
  const shown: [
    state: typeof quiet | (Omit<typeof quiet, "savingError"> & { savingError: Error }),
    words: string,
  ][] = [
    [quiet, ""],
    [
      { ...quiet, isKept: false },
      "Your browser has no room for this draft. Copy the text before you leave.",
    ],
    [{ ...quiet, isSigning: true }, "Your wallet is asking for your signature."],
    [{ ...quiet, isSaving: true }, "Saving…"],
    [signed, "Signed. Press Save to publish."],
    [{ ...signed, isSaving: true }, "Saving…"],
    [{ ...signed, savingError: new Error("?") }, ""],
    [
      { ...signed, isStale: true },
      "The text has changed since you signed it: the signature no longer matches.Discard signature",
    ],
  ];
  for (const [state, words] of shown) {
    it(`are “${words}”`, async () => {
      const { role, elements } = await renderMarkup(
        <EditorNotices {...state} onDiscardSignature={() => {}} />,
      );
      expect(role("status").map(({ text }) => text)).to.deep.equal([words]);
      expect(role("alert")).to.have.length(state.savingError ? 1 : 0);
      const notices = elements.filter(({ attributes }) => attributes.class?.startsWith("notice"));
      expect(notices.length > 0).to.equal(words !== "" || state.savingError !== null);
    });
  }
});

describe("a text that was left", () => {
  const fates: [fate: LeftText["fate"], words: string][] = [
    ["cancelled", "Draft kept. Continue writing"],
    ["taken", "Draft kept. Continue writing"],
    ["publishing", "Still being published…"],
    ["published", "Published."],
    ["removed", "Story removed."],
    [refused, "Server error. Draft kept. Continue writing"],
  ];
  for (const [fate, expected] of fates) {
    it(`is told as “${expected}” where it was left`, async () => {
      const { words, elements } = await renderMarkup(
        <LeftNotice left={{ ...left, fate }} onContinue={() => {}} />,
      );
      expect(words).to.equal(expected);
      expect(elements[0]?.attributes.class?.includes("alert")).to.equal(fate === refused);
    });
  }

  const losses = [
    ["unreachable", "Can't reach the network; your text is safe."],
    ["notOwned", "This wallet no longer owns Drifter 7. Your text is safe."],
    ["switched", /^You switched accounts; your text is safe\. Switch back to 0x.+ to continue\.$/],
    [
      "disconnected",
      /^Your wallet is disconnected; your text is safe\. Connect 0x.+ to continue\.$/,
    ],
  ] as const;
  for (const [loss, words] of losses) {
    it(`stays in sight when it is ${loss}`, async () => {
      const { role, all } = await renderMarkup(<LostText left={left} loss={loss} />);
      expect(role("alert")).to.have.length(1);
      if (typeof words === "string") expect(role("alert")[0]?.text).to.equal(words);
      else expect(role("alert")[0]?.text).to.match(words);
      const [area] = all("textarea");
      expect(area?.text).to.equal("Ash.");
      expect(area?.attributes).to.include({ "aria-label": "Your text", rows: "4" });
      expect(area?.attributes).to.have.property("readonly");
      expect(all("aside")[0]?.attributes).to.include({ "aria-label": "Your text" });
    });
  }

  const elsewhere: [fate: LeftText["fate"], path: string, words: string, isForgotten: boolean][] = [
    ["taken", "/", "Draft kept for Drifter 7. Continue writingDismiss", false],
    ["taken", "/drifter/7", "", false],
    ["cancelled", "/", "", false],
    ["publishing", "/", "The story of Drifter 7 is still being published…Dismiss", false],
    ["published", "/", "", true],
    ["published", "/drifter/7", "", false],
    [refused, "/", "Server error. Draft kept for Drifter 7. Continue writingDismiss", false],
  ];
  for (const [fate, path, words, isForgotten] of elsewhere) {
    const told = typeof fate === "string" ? fate : "refused";
    it(`is told as “${words}” on ${path} when it is ${told}`, async () => {
      const wallet = {
        status: "connected",
        address: author,
        openDialog() {},
        preload() {},
      } as const;
      const page = (address: typeof author) => (
        <WalletContext value={{ ...wallet, address }}>
          <LeftElsewhere />
        </WalletContext>
      );
      setLeftText({ ...left, fate });
      try {
        await mounted(
          page(author),
          async ({ show, role, during, all, click }) => {
            expect(role("status")).to.deep.equal([words]);
            expect(leftText() === undefined).to.equal(isForgotten);
            await show(page(hardhatAccount(3).address));
            expect(role("status")).to.deep.equal([""]);
            await show(page(author));
            if (words === "") return;
            for (const link of all("a")) expect(link.getAttribute("href")).to.equal("/drifter/7");
            await click("Dismiss");
            expect([role("status"), leftText()]).to.deep.equal([[""], undefined]);
            // What is published while somebody is elsewhere is no news.
            await during(() => setLeftText({ ...left, fate: "published" }));
            expect([role("status"), leftText()]).to.deep.equal([[""], undefined]);
          },
          { path },
        );
      } finally {
        setLeftText(undefined);
      }
    });
  }
});

describe("a long story that has changed", () => {
  const words = (count: number, word: string) => `${`${word} `.repeat(count)}`;

  it("is abridged to what is near the changes", async () => {
    const before = `${words(100, "before")}old ${words(100, "between")}old ${words(100, "after")}`;
    const { all } = await renderMarkup(
      <TextChanges before={before} after={before.replaceAll("old", "new")} />,
    );
    const [summary] = all("p");
    expect(summary?.text).to.equal("2 words added (+), 2 words removed (−).");
    const gaps = all("span").filter(({ attributes }) => attributes.class === "changes__gap");
    expect(gaps.map(({ text }) => text)).to.deep.equal([
      "… 78 unchanged words …",
      "… 61 unchanged words …",
      "… 74 unchanged words …",
    ]);
    expect(all("pre")[0]?.attributes).to.include({ dir: "auto" });
    const hidden = all("span").filter(({ attributes }) => attributes["aria-hidden"] === "true");
    expect(hidden.map(({ text }) => text).join("")).to.equal("−+−+");
  });

  it("is shown whole where little lies between the changes", async () => {
    const before = `old ${words(50, "a")}old`;
    const { all } = await renderMarkup(
      <TextChanges before={before} after={before.replaceAll("old", "new")} />,
    );
    expect(all("span").filter(({ attributes }) => attributes.class === "changes__gap")).to.be.empty;
  });

  for (const [before, after, summary] of [
    ["One lamp.", "One lamp.", "Nothing changed."],
    ["One lamp.", "One lamp!", "Only spaces, punctuation or line breaks changed."],
    ["Dust.", "", "0 words added (+), 1 word removed (−)."],
  ] as const) {
    it(`is summed up as “${summary}”`, async () => {
      const { all } = await renderMarkup(<TextChanges before={before} after={after} />);
      expect(all("p")[0]?.text).to.equal(summary);
    });
  }
});

describe("the depth of a story's Markdown", () => {
  interface Node {
    type: string;
    value?: string;
    children?: Node[];
  }
  /** A text so many blocks deep. */
  function nested(depth: number): Node {
    let node: Node = { type: "text", value: "deep" };
    for (let level = 0; level < depth; level++) node = { type: "block", children: [node] };
    return { type: "root", children: [node] };
  }
  function depthOf(node: Node): number {
    return node.children?.[0] ? 1 + depthOf(node.children[0]) : 0;
  }

  for (const [depth, kept] of [
    [1, 2],
    [60, 61],
    [61, 61],
    [500, 61],
  ] as const) {
    it(`of ${depth} is ${kept - 1} afterwards, with its words`, () => {
      const tree = nested(depth);
      remarkLimitDepth()(tree);
      expect(depthOf(tree)).to.equal(kept);
      expect(JSON.stringify(tree)).to.contain('"value":"deep"');
    });
  }

  it("keeps the words in their order, without HTML", () => {
    const tree = nested(60);
    let deepest = tree;
    while (deepest.children?.[0]?.children) deepest = deepest.children[0];
    deepest.children = [
      { type: "text", value: "one" },
      {
        type: "strong",
        children: [
          { type: "html", value: "<b>" },
          { type: "text", value: "two" },
        ],
      },
      { type: "text", value: "three" },
    ];
    remarkLimitDepth()(tree);
    expect(deepest.children).to.deep.equal([{ type: "text", value: "one two three" }]);
  });
});
