import { expect } from "chai";
import type { NarrativeRecord } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { historyQueryOptions } from "../../web/src/narrative/history/historyApi.ts";
import { narrativeQueryOptions } from "../../web/src/narrative/narrativeApi.ts";
import { checkReceipt } from "../../web/src/narrative/receipt/checkReceipt.ts";
import "../support/componentLoader.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";
import { knowingClient, renderMarkup } from "../support/markup.ts";
import { withFetch } from "../support/stubFetch.ts";

const { default: HistoryList } = await import("../../web/src/narrative/history/HistoryList.tsx");
const { StoryHistory } = await import("../../web/src/narrative/history/StoryHistory.tsx");
const { default: TextChanges } = await import("../../web/src/narrative/history/TextChanges.tsx");
const { default: ReceiptCheck } = await import("../../web/src/narrative/receipt/ReceiptCheck.tsx");

const author = hardhatAccount(2);
const first = "# Ash\n\nShe kept one lamp lit.";
const second = "# Ash\n\nShe kept two lamps lit.";

async function receiptOf(told: Partial<NarrativeRecord>): Promise<NarrativeRecord> {
  const signedMessage = narrativeMessage("7", told.narrative ?? first);
  return {
    drifterId: "7",
    narrative: first,
    signedMessage,
    signature: await author.signMessage({ message: signedMessage }),
    author: author.address,
    savedAt: "2026-05-04T10:00:00.000Z",
    blockNumber: 3,
    chainId: 31337,
    contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
    revision: 1,
    ...told,
  };
}

describe("the story's history", () => {
  async function listOf(receipts: NarrativeRecord[]) {
    const client = knowingClient();
    client.setQueryData(historyQueryOptions("7", 1).queryKey, receipts);
    return renderMarkup(<HistoryList drifterId="7" revision={1} />, client);
  }

  it("[S4.6] is not there without a story, nor when the service does not say who wrote it", async () => {
    for (const story of [null, { narrative: "A story of unknown origin." }]) {
      const client = knowingClient();
      client.setQueryData(narrativeQueryOptions("7").queryKey, story);
      const { elements } = await renderMarkup(<StoryHistory drifterId="7" />, client);
      expect(elements).to.deep.equal([]);
    }
  });

  describe("when it is opened", () => {
    it("says so when the service keeps none", async () => {
      const none = await withFetch(
        async () => Response.json({ code: "narrative.not_found" }, { status: 404 }),
        () => knowingClient().fetchQuery(historyQueryOptions("7", 1)),
      );
      const { words } = await listOf(none);
      expect(words).to.equal("The service keeps no history of this story.");
    });
  });

  describe("when a revision's changes are opened", () => {
    it("marks what was added and removed by words and signs, not by colour alone", async () => {
      const { words, all } = await renderMarkup(<TextChanges before={first} after={second} />);
      expect(words).to.contain("2 words added (+), 2 words removed (−).");
      expect(all("ins").map(({ text }) => text)).to.deep.equal([" [added: +two lamps ] "]);
      expect(all("del").map(({ text }) => text)).to.deep.equal([" [removed: −one lamp ] "]);
      expect(all("pre")[0]?.text).to.contain("# Ash");
    });

    it("shows the first text whole, as it was signed", async () => {
      const { all } = await renderMarkup(<TextChanges before={undefined} after={first} />);
      expect(all("pre").map(({ text }) => text)).to.deep.equal([first]);
    });

    it("shows what cannot be seen, and lets no markup out of the text", async () => {
      const attack = `<img src=x onerror="window.canary = 1">\u202e**bold** [x](javascript:canary())`;
      const { all } = await renderMarkup(
        <TextChanges before={first} after={`${first}\n\n${attack}`} />,
      );
      expect(all("pre")[0]?.text).to.contain("⟨U+202E⟩**bold**").and.contain("<img src=x");
      expect(all("img", "a", "strong")).to.deep.equal([]);
    });

    it("says that the story was taken down, where it was", async () => {
      const list = await listOf([
        await receiptOf({ narrative: second, revision: 3 }),
        await receiptOf({ narrative: "", revision: 2 }),
        await receiptOf({}),
      ]);
      const told = list.all("li").map(({ text }) => text.includes("(the story was taken down)"));
      expect(told).to.deep.equal([false, true, false]);
    });
  });

  describe("when a receipt is checked", () => {
    it("finds that one whose text was changed afterwards does not", async () => {
      const receipt = { ...(await receiptOf({})), narrative: "She kept no lamp." };
      const collection = { chainId: receipt.chainId, contractAddress: receipt.contract };
      const steps = await checkReceipt(receipt, collection, {
        askOwner: async () => ({ kind: "owned", owner: author.address }),
        askWallet: async () => ({ kind: "noWallet" }),
      });
      const client = knowingClient();
      client.setQueryData(["receipt", receipt], steps);
      const { role, all } = await renderMarkup(<ReceiptCheck receipt={receipt} />, client);
      expect(role("status")[0]?.text).to.equal("This receipt is invalid.");
      expect(all("strong").map(({ text }) => text)).to.deep.equal([
        "Text: failed.",
        "Message: failed.",
        "Collection: passed.",
        "Signature: passed.",
        "Owner: passed.",
      ]);
    });
  });
});
