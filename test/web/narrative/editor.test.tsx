import { expect } from "chai";
import { WagmiContext } from "wagmi";
import { createWalletConfig } from "../../../web/src/wallet/walletConfig.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { renderMarkup } from "../../support/web/markup.ts";
import { memoryStorage } from "../../support/web/memoryStorage.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import "../../support/web/componentLoader.ts";

const { NarrativeEditor } = await import("../../../web/src/narrative/NarrativeEditor.tsx");

const author = hardhatAccount(2).address;
const story = "# Ash on the water\n\nShe kept **one** lamp lit.";

describe("newly opened NarrativeEditor", () => {
  async function enter(narrative: string) {
    Object.assign(globalThis, { localStorage: memoryStorage() });
    try {
      return await renderMarkup(
        <WagmiContext value={createWalletConfig(pageSettings)}>
          <NarrativeEditor
            drifterId="7"
            author={author}
            narrative={narrative}
            condition={{}}
            onLeave={() => {}}
          />
        </WagmiContext>,
      );
    } finally {
      Reflect.deleteProperty(globalThis, "localStorage");
    }
  }

  it("[S4.7] [S4.8] [S4.9] [S9.3] [S5.16] renders the existing story in a textarea with 12 rows and no length limit", async () => {
    const { all } = await enter(story);
    expect(all("form")).to.have.length(1);
    expect(all("input")).to.deep.equal([]);
    const [field, ...extraFields] = all("textarea");
    expect(extraFields).to.deep.equal([]);
    expect(field?.text).to.equal(story);
    expect(field?.attributes).to.include({ rows: "12" });
    expect(field?.attributes).not.to.have.any.keys("maxlength", "readonly", "disabled");
  });

  it("[S4.10] [S4.11] [S4.12] renders an empty field, Cancel, Sign and Save for a drifter without a story", async () => {
    const { all } = await enter("");
    expect(all("textarea").map(({ text }) => text)).to.deep.equal([""]);
    expect(all("a").map(({ text }) => text)).to.deep.equal(["Cancel"]);
    const texts = all("button").map(({ text }) => text);
    expect(texts.filter(Boolean)).to.deep.equal(["Sign", "Save"]);
  });

  it("[S4.13] [S4.14] shows the disclaimers on signing and on Markdown, and warns that published text stays public", async () => {
    const { all } = await enter(story);
    const texts = all("p").map(({ text }) => text);
    expect(texts).to.include(
      "You will sign a message including your drifter's ID and a hash of the narrative you've entered. This will prove you own the drifter, and thus have the right to save the narrative. This is free and gasless, and provides no other access to your wallet or its contents.",
    );
    expect(texts).to.include(
      "Oh, and this is Markdown. So you can add some formatting and links and such.",
    );
    expect(texts).to.include("Published text stays public in the history, even if you remove it.");
  });

  for (const [title, text, isJoined] of [
    ["two lines of a paragraph", "She kept a lamp.\nIt burned.", true],
    ["two such lines below a list", "- a lamp\n- a kettle\n\nShe kept\nboth.", true],
    ["paragraphs", "She kept a lamp.\n\nIt burned.", false],
    ["lines that break", "She kept a lamp.\\\nIt burned.  \nStill.", false],
    ["a heading, a list and a quote", "# Ash\nShe kept a lamp.\n- a kettle\n> Still.", false],
  ] as const) {
    it(`${isJoined ? "explains" : "does not explain"} line breaks beside ${title}`, async () => {
      const { all } = await enter(text);
      const hints = all("p").filter((each) => each.text.startsWith("An empty line starts a new"));
      expect(hints).to.have.length(isJoined ? 1 : 0);
    });
  }

  it("[S4.15] [S4.19] [S4.23] disables Sign and Save, and offers to remove the story", async () => {
    const { all } = await enter(story);
    expect(all("a").map(({ text }) => text)).to.deep.equal(["Cancel", "Remove story"]);
    const disabled = all("button").filter(({ attributes }) => "disabled" in attributes);
    expect(disabled.map(({ text }) => text)).to.deep.equal(["Sign", "Save"]);
  });
});
