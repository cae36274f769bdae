import { expect } from "chai";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { leftText, setLeftText } from "../../web/src/narrative/leftText.ts";
import { narrativeQueryOptions } from "../../web/src/narrative/narrativeApi.ts";
import type { Mounted } from "../support/mount.ts";
import {
  accepts,
  author,
  drafts,
  isDisabled,
  origin,
  publishable,
  refusesWith,
  rejects,
  signature,
  story,
  text,
  withEditor,
  write,
} from "../support/writing.tsx";

describe("the way of a text from the editor to the service", () => {
  it("is typed, signed and saved as the version after the loaded one", () =>
    withEditor({}, async ({ page, posted, left }) => {
      expect(isDisabled(page, "Sign", "Save")).to.deep.equal([true, true]);
      expect(page.words()).to.contain("Edit the text to see the message you will sign.");
      await write(page);
      expect(page.words()).to.contain(narrativeMessage("7", text));
      expect(drafts().read()).to.have.length(1);
      expect(isDisabled(page, "Sign", "Save")).to.deep.equal([false, true]);
      await page.click("Sign");
      expect(isDisabled(page, "Sign", "Save")).to.deep.equal([true, false]);
      expect(page.role("status").join()).to.contain("Signed. Press Save to publish.");
      await page.click("Save");
      expect(posted.saves.map(({ body }) => body)).to.deep.equal([
        { drifterId: "7", narrative: text, signedMessage: narrativeMessage("7", text), signature },
      ]);
      expect(posted.saves[0]?.headers).to.include({ "If-Match": '"1"' });
      expect(left()).to.equal(1);
      expect(drafts().read()).to.deep.equal([]);
      expect(leftText()).to.deep.equal({
        drifterId: "7",
        author,
        text,
        signed: undefined,
        fate: "published",
      });
      expect(page.queryClient.getQueryData(narrativeQueryOptions("7").queryKey)).to.deep.include({
        narrative: text,
        tag: '"2"',
      });
    }));

  it("has the list of stories read again", () =>
    withEditor({}, async ({ page }) => {
      const queryKey = ["narratives"];
      page.queryClient.setQueryData(queryKey, []);
      await publishable(page);
      expect(page.queryClient.getQueryState(queryKey)?.isInvalidated).to.equal(false);
      await page.click("Save");
      expect(page.queryClient.getQueryState(queryKey)?.isInvalidated).to.equal(true);
    }));

  it("is told as removed when its text is no story", () =>
    withEditor({}, async ({ page }) => {
      await write(page, "<!-- 1 -->");
      await page.click("Sign");
      await page.click("Save");
      expect(leftText()?.fate).to.equal("removed");
    }));

  it("stays unsigned when the wallet rejects, and can be signed again", () =>
    withEditor({ wallet: rejects }, async ({ page, posted }) => {
      await publishable(page);
      expect(page.role("status").join()).to.contain(
        "You rejected the request. Nothing was signed.",
      );
      expect(page.role("alert")).to.deep.equal([]);
      expect(isDisabled(page, "Sign", "Save")).to.deep.equal([false, true]);
      expect(posted.saves).to.deep.equal([]);
    }));

  it("loses its alert when the signature of a changed text is discarded", () =>
    withEditor({ answer: refusesWith(503, "chain.unavailable") }, async ({ page, left }) => {
      await publishable(page);
      await page.click("Save");
      expect(page.role("alert")).to.have.length(1);
      expect(page.words()).not.to.contain("Press Save to publish");
      expect(left()).to.equal(0);
      expect(drafts().read()).to.have.length(1);
      await write(page, "Three lamps.");
      expect(page.words()).to.contain("The text has changed since you signed it");
      expect(isDisabled(page, "Sign", "Save")).to.deep.equal([true, false]);
      await page.click("Discard signature");
      expect(page.role("alert")).to.deep.equal([]);
      expect(isDisabled(page, "Sign", "Save")).to.deep.equal([false, true]);
    }));

  it("loses its alert when it is signed again", () =>
    withEditor({ answer: refusesWith(503, "chain.unavailable") }, async ({ page }) => {
      await publishable(page);
      await page.click("Save");
      await page.fire(page.named("Sign"), "focusin");
      await write(page, "Three lamps.");
      await page.click("Discard signature");
      await page.click("Sign");
      await page.click("Save");
      expect(page.role("alert")).to.have.length(1);
      await write(page, "Four lamps.");
      await page.click("Discard signature");
      await page.click("Sign");
      expect(page.role("alert")).to.deep.equal([]);
    }));

  it("is compared with a version published meanwhile, which the next save replaces", () =>
    withEditor({ answer: refusesWith(412, "revision.mismatch") }, async ({ page, posted }) => {
      posted.readAs(() =>
        Response.json(
          { drifterId: "7", narrative: "Nine lamps.", ...origin },
          { headers: { ETag: '"9"' } },
        ),
      );
      await publishable(page);
      await page.click("Save");
      expect(posted.reads).to.deep.equal(["/api/narrative/7"]);
      expect(page.all("section").map((each) => each.getAttribute("aria-label"))).to.include(
        "What publishing would change",
      );
      await page.click("Save");
      expect(posted.saves.map(({ headers }) => headers["If-Match"])).to.deep.equal(['"1"', '"9"']);
    }));

  for (const [title, status, code, isRead] of [
    ["cannot be read", 412, "revision.mismatch", true],
    ["was not the reason", 503, "chain.unavailable", false],
  ] as const) {
    it(`is refused with an alert when the newer version ${title}`, () =>
      withEditor({ answer: refusesWith(status, code) }, async ({ page, posted }) => {
        posted.readAs(() => Promise.reject(new TypeError("Failed to fetch")));
        await publishable(page);
        await page.click("Save");
        expect(posted.reads).to.have.length(isRead ? 1 : 0);
        expect(page.role("alert")).to.have.length(1);
        expect(page.words()).not.to.contain("What publishing would change");
        await page.click("Cancel");
        expect(leftText()).to.include({ text, fate: "cancelled" });
      }));
  }

  const unsaved: [
    title: string,
    act: (page: Mounted) => Promise<unknown>,
    left: object | undefined,
  ][] = [
    ["nothing was typed", async () => {}, undefined],
    [
      "the published story was typed",
      (page) => write(page).then(() => write(page, story)),
      undefined,
    ],
    ["it was typed", (page) => write(page), { text, signed: undefined }],
    [
      "it was signed",
      publishable,
      { text, signed: { message: narrativeMessage("7", text), signature } },
    ],
    [
      "it was changed after it was signed",
      (page) => publishable(page).then(() => write(page, "?")),
      { text: "?", signed: undefined },
    ],
  ];
  for (const [title, act, expected] of unsaved) {
    it(`is kept as cancelled or taken when ${title}`, async () => {
      await withEditor({}, async ({ page, left }) => {
        await act(page);
        await page.click("Cancel");
        expect(left()).to.equal(1);
        const cancelled = expected && {
          drifterId: "7",
          author,
          ...expected,
          signed: undefined,
          fate: "cancelled",
        };
        expect(leftText()).to.deep.equal(cancelled);
      });
      await withEditor({}, async ({ page }) => {
        await act(page);
        await page.show(null);
        const taken = expected && { drifterId: "7", author, ...expected, fate: "taken" };
        expect(leftText()).to.deep.equal(taken);
      });
    });
  }

  describe("left while it is being saved", () => {
    async function leaveDuring(
      answer: () => Response,
      between: () => void,
      check: () => void,
    ): Promise<void> {
      let answerNow = (_: Response) => {};
      const held = new Promise<Response>((resolve) => {
        answerNow = resolve;
      });
      await withEditor({ answer: () => held }, async ({ page }) => {
        await publishable(page);
        await page.click("Save");
        expect(page.words()).to.contain("Saving…").and.not.contain("Signed.");
        expect(page.named("Write").hasAttribute("readonly")).to.equal(true);
        expect(isDisabled(page, "Save")).to.deep.equal([true]);
        await page.show(null);
        expect(leftText()).to.include({ text, fate: "publishing" });
        await page.during(() => {
          between();
          answerNow(answer());
        });
        await page.during(() => new Promise((resolve) => setTimeout(resolve)));
        check();
      });
    }
    const saved = () => accepts({ headers: {}, body: { narrative: text } });
    const other = {
      drifterId: "9",
      author,
      text: "Other",
      signed: undefined,
      fate: "cancelled",
    } as const;

    it("is told as published", () =>
      leaveDuring(
        saved,
        () => {},
        () => expect(leftText()).to.include({ text, fate: "published" }),
      ));
    it("is told with the reason why it was refused", () =>
      leaveDuring(
        refusesWith(503, "chain.unavailable"),
        () => {},
        () => expect(leftText()?.fate).to.have.property("refusal"),
      ));
    it("does not take the place of another text that was left since", async () => {
      const leaveOther = () => setLeftText(other);
      await leaveDuring(saved, leaveOther, () => expect(leftText()).to.equal(other));
      await leaveDuring(refusesWith(503, "chain.unavailable"), leaveOther, () =>
        expect(leftText()).to.equal(other),
      );
    });
    it("is told as published where nothing is left to tell of", () =>
      leaveDuring(
        saved,
        () => setLeftText(undefined),
        () => expect(leftText()).to.include({ text, fate: "published" }),
      ));
  });
});
