import { expect } from "chai";
import { WagmiContext } from "wagmi";
import { isStory } from "#protocol/isStory";
import { leftText, setLeftText } from "../../web/src/narrative/leftText.ts";
import { connectedConfig } from "../support/connectedWallet.ts";
import { type Mounted, mounted } from "../support/mount.ts";
import { withFetch } from "../support/stubFetch.ts";
import {
  accepts,
  author,
  drafts,
  origin,
  refusesWith,
  rejects,
  service,
  signs,
  story,
  text,
  withEditor,
  write,
} from "../support/writing.tsx";

const { OwnedNarrative } = await import("../../web/src/narrative/OwnedNarrative.tsx");

describe("drafts in the editor", () => {
  const before = () => {
    drafts().write("a", "First draft.");
    drafts().write("b", story);
  };

  it("are continued, and undone to what stood there", () =>
    withEditor({ before }, async ({ page }) => {
      const offer = () =>
        page.all("button").find(({ textContent }) => textContent.startsWith("Continue your draft"));
      await write(page, "Typed.");
      expect(page.words()).not.to.contain("Undo");
      await page.click(offer()?.textContent ?? "");
      expect(page.named("Write").value).to.equal("First draft.");
      expect(page.words()).to.contain("This is your draft of").and.contain("Undo");
      expect(offer()).to.equal(undefined);
      expect(page.document.activeElement).to.equal(page.named("Write"));
      await page.click("Undo");
      expect(page.named("Write").value).to.equal("Typed.");
      expect(page.words()).not.to.contain("Undo").and.not.contain("This is your draft");
      expect(offer()).not.to.equal(undefined);
    }));

  it("are discarded, unless the same words are in the text", () =>
    withEditor({ before }, async ({ page }) => {
      expect(page.all("li")).to.have.length(1);
      const [, discard] =
        page.all("li")[0]?.descendants.filter(({ tagName }) => tagName === "BUTTON") ?? [];
      expect(discard?.textContent).to.match(/^Discard draft of .+/);
      expect(page.all("ul")[0]?.getAttribute("aria-label")).to.equal("Your drafts");
      await page.click(discard?.textContent ?? "");
      expect(page.all("li")).to.deep.equal([]);
      expect(
        drafts()
          .read()
          .map(({ text }) => text),
      ).to.deep.equal([story]);
    }));
});

describe("the owner's story", () => {
  /** The story of drifter 7, with what the service answers to whoever reads it. */
  async function withStory(
    read: () => Promise<Response> | Response,
    work: (page: Mounted) => Promise<void>,
  ) {
    const posted = service(accepts);
    posted.readAs(read);
    const { error } = console;
    console.error = () => {};
    try {
      await withFetch(posted.fetch, () =>
        mounted(
          // Safety: a configuration of the page's chain.
          <WagmiContext value={connectedConfig(author, signs) as never}>
            <OwnedNarrative drifterId="7" owner={author} story={{ narrative: story }} />
          </WagmiContext>,
          work,
        ),
      );
    } finally {
      console.error = error;
      setLeftText(undefined);
    }
  }
  const loaded = () => Response.json({ drifterId: "7", narrative: story, ...origin });

  it("gives the focus to the text when it is edited, and back to “edit” afterwards", () =>
    withStory(loaded, async (page) => {
      await page.click("edit");
      expect(page.document.activeElement).to.equal(page.named("Write"));
      page.document.activeElement = page.document.body;
      await page.click("Cancel");
      expect(page.document.activeElement).to.equal(page.named("edit"));
    }));

  it("opens no editor while it cannot be read, and tries again", async () => {
    let isAway = true;
    await withStory(
      () => (isAway ? Promise.reject(new TypeError("Failed to fetch")) : loaded()),
      async (page) => {
        await page.click("edit");
        expect(page.role("alert").join()).to.contain("The current story couldn't be loaded.");
        expect(page.document.activeElement).to.equal(page.named("Retry"));
        await page.click("Cancel");
        expect(page.words()).to.contain("As the owner, you can edit this.");
        await page.click("edit");
        isAway = false;
        await page.click("Retry");
        expect(page.named("Write").value).to.equal(story);
      },
    );
  });

  it("continues a text that was left", () =>
    withStory(loaded, async (page) => {
      await page.click("edit");
      await write(page);
      await page.click("Cancel");
      expect(page.words()).to.contain("Draft kept.");
      await page.click("Continue writing");
      expect(page.named("Write").value).to.equal(text);
      expect(page.words()).not.to.contain("Draft kept.");
    }));
});

describe("the removal of a story", () => {
  const removed = () => Response.json({ drifterId: "7", narrative: "<!-- 1 -->", ...origin });

  it("asks first, and puts a signed comment in the story's place", () =>
    withEditor({ answer: removed }, async ({ page, posted, left }) => {
      await page.click("Remove story");
      const [question] = page.all("section").filter((each) => each.hasAttribute("data-place"));
      expect(question?.getAttribute("tabindex")).to.equal("-1");
      const title = question?.getAttribute("aria-labelledby") ?? "";
      expect(page.document.getElementById(title)?.textContent).to.equal("Remove this story?");
      expect(page.document.activeElement).to.equal(question);
      await page.click("Keep story");
      expect(page.words()).not.to.contain("Remove this story?");
      await page.click("Remove story");
      await page.click("Sign and remove");
      expect(posted.saves).to.have.length(1);
      expect(isStory(posted.saves[0]?.body.narrative ?? "")).to.equal(false);
      expect(posted.saves[0]?.headers).to.include({ "If-Match": '"1"' });
      expect(left()).to.equal(1);
      expect(leftText()).to.include({ text: story, fate: "removed" });
    }));

  it("does nothing when the wallet rejects", () =>
    withEditor({ wallet: rejects }, async ({ page, posted }) => {
      await page.click("Remove story");
      await page.click("Sign and remove");
      expect(page.words()).to.contain("You rejected the request. Nothing was signed.");
      expect(posted.saves).to.deep.equal([]);
      expect(page.named("Sign and remove").disabled).to.equal(false);
    }));

  it("sends what was signed again after a failure, over the newer version that it has shown", () =>
    withEditor({ answer: refusesWith(412, "revision.mismatch") }, async ({ page, posted }) => {
      posted.readAs(() =>
        Response.json(
          { drifterId: "7", narrative: "Nine lamps.", ...origin },
          { headers: { ETag: '"9"' } },
        ),
      );
      await page.click("Remove story");
      await page.click("Sign and remove");
      expect(page.role("alert")).to.have.length(1);
      await page.click("Remove again");
      expect(posted.saves.map(({ headers }) => headers["If-Match"])).to.deep.equal(['"1"', '"9"']);
      expect(posted.saves[1]?.body).to.deep.equal(posted.saves[0]?.body);
    }));

  it("reads no newer version after another failure", () =>
    withEditor(
      { answer: refusesWith(503, "chain.unavailable") },
      async ({ page, posted, left }) => {
        await page.click("Remove story");
        await page.click("Sign and remove");
        expect(page.role("alert")).to.have.length(1);
        expect(posted.reads).to.deep.equal([]);
        expect(left()).to.equal(0);
      },
    ));
});
