import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "chai";
import type { ReactNode } from "react";
import { isStory } from "#protocol/narrative";
import { startDraft } from "../../../web/src/narrative/draft.ts";
import { leftDraft, setLeftDraft } from "../../../web/src/narrative/leftDraft.ts";
import { connectedConfig } from "../../support/connectedWallet.ts";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import {
  answerAsService,
  author,
  drafts,
  openEditor,
  origin,
  publishedAs,
  refusesWith,
  signs,
  story,
  text,
  textField,
  withWallet,
} from "../../support/narrativeEditor.tsx";
import { button, renderComponent, settle, words } from "../../support/renderComponent.tsx";

const { timeOfDraft } = await import("../../../web/src/narrative/KeptDrafts.tsx");
const { OwnedNarrative } = await import("../../../web/src/narrative/OwnedNarrative.tsx");

describe("drafts in NarrativeEditor", () => {
  beforeEach(() => {
    drafts().keep({ id: "a", text: "First draft.", continues: [] });
    drafts().keep({ id: "b", text: story, continues: [] });
  });

  it("replaces the text when a draft is continued, and restores it on Undo", async () => {
    const { write, press } = openEditor();
    const offer = /^Continue your draft of/;
    // The words of a draft tell it from others.
    expect(screen.queryByText("First draft.")).to.equal(null);
    await write("Typed.");
    expect(screen.queryByRole("button", { name: "Undo" })).to.equal(null);
    await press(offer);
    expect(textField().value).to.equal("First draft.");
    screen.getByText(/^This is your draft of/);
    expect(screen.queryByRole("button", { name: offer })).to.equal(null);
    expect(document.activeElement).to.equal(textField());
    await press("Undo");
    expect(textField().value).to.equal("Typed.");
    expect(screen.queryByRole("button", { name: "Undo" })).to.equal(null);
    expect(words()).not.to.contain("This is your draft");
    button(offer);
  });

  it("discards a draft, but not one with the same words as the text", async () => {
    const { user } = openEditor();
    const list = screen.getByRole("list", { name: "Your drafts" });
    expect(within(list).getAllByRole("listitem")).to.have.length(1);
    await user.click(within(list).getByRole("button", { name: /^Discard draft of .+/ }));
    expect(screen.queryByRole("list", { name: "Your drafts" })).to.equal(null);
    const kept = drafts().read();
    expect(kept.map((draft) => draft.text)).to.deep.equal([story]);
  });
});

describe("timeOfDraft", () => {
  it("is the time of day, with the date on another day", () => {
    const typed = new Date(2026, 10, 3, 10, 32);
    expect(timeOfDraft(typed.getTime(), new Date(2026, 10, 3, 23, 0))).to.equal("10:32");
    expect(timeOfDraft(typed.getTime(), new Date(2026, 10, 4, 1, 0))).to.equal("3 Nov, 10:32");
  });
});

describe("OwnedNarrative", () => {
  const loaded = () => publishedAs(story, '"1"');

  /** Renders drifter 7's story for its owner. */
  function openStory(
    answerRead: () => Promise<Response> | Response = loaded,
    beside: ReactNode = undefined,
  ) {
    answerAsService(undefined, answerRead);
    return renderComponent(
      withWallet(
        connectedConfig(author, signs),
        <>
          <OwnedNarrative drifterId="7" owner={author} story={{ narrative: story }} />
          {beside}
        </>,
      ),
    );
  }

  for (const [title, other] of [
    ["another drifter", { drifterId: "9" }],
    ["another author", { author: hardhatAccount(3).address }],
  ] as const) {
    it(`offers no text of ${title}`, () => {
      const draft = startDraft({ drifterId: "7", text });
      setLeftDraft({ ...draft, author, fate: "cancelled", ...other });
      openStory();
      expect(words(screen.getByRole("status"))).to.equal("");
    });
  }

  it("opens no editor while the story cannot be loaded, until a retry succeeds", async () => {
    let isAway = true;
    const { press, follow } = openStory(() =>
      isAway ? Promise.reject(new TypeError("Failed to fetch")) : loaded(),
    );
    await follow("edit");
    const alert = await screen.findByRole("alert");
    expect(words(alert)).to.contain("The current story couldn't be loaded.");
    expect(screen.queryByRole("textbox")).to.equal(null);
    await waitFor(() => expect(document.activeElement).to.equal(button("Try again")));
    await follow("Cancel");
    expect(words()).to.contain("As the owner, you can edit this.");
    await follow("edit");
    await screen.findByRole("alert");
    isAway = false;
    await press("Try again");
    await screen.findByRole("textbox", { name: "Write" });
    expect(textField().value).to.equal(story);
  });

  for (const [ends, saved] of [
    ["CRLF", "One lamp.\r\nTwo lamps."],
    ["CR", "One lamp.\rTwo lamps."],
    ["mixed line ends", "One lamp.\nTwo\r\n\rlamps."],
  ] as const) {
    it(`keeps no draft of a story with ${ends} that was typed in and restored`, async () => {
      const { enter, follow } = openStory(() => publishedAs(saved, '"1"'));
      await follow("edit");
      const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Write" });
      // A browser's textarea has these line ends.
      const shown = saved.replace(/\r\n?/g, "\n");
      await enter(field, `${shown}!`);
      await enter(field, shown);
      expect(drafts().read()).to.deep.equal([]);
      await follow("Cancel");
      expect(words()).not.to.contain("Draft kept.");
    });
  }

  it("continues a text that was left by Cancel, and leaves no draft when that is published", async () => {
    const { enter, follow, press } = openStory();
    await follow("edit");
    await enter(await screen.findByRole("textbox", { name: "Write" }), text);
    await follow("Cancel");
    expect(words(screen.getByRole("status"))).to.equal("Draft kept. Continue writing");
    await follow("Continue writing");
    expect(textField().value).to.equal(text);
    expect(screen.queryByRole("list", { name: "Your drafts" })).to.equal(null);
    expect(words()).not.to.contain("Draft kept.");
    await enter(textField(), `${text} Three.`);
    await press("Sign");
    await screen.findByText("Signed. Press Save to publish.");
    await press("Save");
    await screen.findByText("Published.");
    expect(drafts().read()).to.deep.equal([]);
  });
});

describe("RemoveStory", () => {
  const removed = () => Response.json({ drifterId: "7", narrative: "<!-- 1 -->", ...origin });
  const question = () => screen.queryByRole("region", { name: "Remove this story?" });

  /** Opens the editor and the confirmation of a removal. */
  async function askToRemove(situation: Parameters<typeof openEditor>[0]) {
    const editor = openEditor(situation);
    const ask = () => editor.follow("Remove story");
    await ask();
    return { ...editor, ask };
  }

  it("asks first, then replaces the story by a signed comment", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { follow, ask, press, service, timesLeft, queryClient } = await askToRemove({
      answerSave: () => promise,
    });
    queryClient.setQueryData(["narratives"], []);
    expect(question()?.getAttribute("tabindex")).to.equal("-1");
    expect(document.activeElement).to.equal(question());
    await follow("Keep story");
    expect(question()).to.equal(null);
    expect(document.activeElement).to.equal(screen.getByRole("link", { name: "Remove story" }));
    await ask();
    const asked = words(question() ?? undefined);
    expect(asked).not.to.contain("Removing…").and.not.contain("You rejected the request.");
    await press("Sign and remove");
    await screen.findByText("Removing…");
    expect(screen.queryByRole("link", { name: "Keep story" })).to.equal(null);
    expect(button("Sign and remove").disabled).to.equal(true);
    resolve(removed());
    await waitFor(() => expect(timesLeft()).to.equal(1));
    expect(queryClient.getQueryState(["narratives"])?.isInvalidated).to.equal(true);
    expect(service.saves).to.have.length(1);
    expect(isStory(service.saves[0]?.body.narrative ?? "")).to.equal(false);
    expect(service.saves[0]?.headers).to.include({ "If-Match": '"1"' });
    expect(leftDraft()).to.include({ text: story, fate: "removed" });
  });

  it("sends the same signature over a newer version after it has shown that", async () => {
    const { press, service } = await askToRemove({
      answerSave: refusesWith(412, "revision.mismatch"),
      answerRead: () => publishedAs("Nine lamps.", '"9"'),
    });
    await press("Sign and remove");
    await screen.findByRole("alert");
    await screen.findByText("2 words added (+), 2 words removed (−).");
    await press("Remove again");
    await waitFor(() => expect(service.saves).to.have.length(2));
    expect(service.saves.map(({ headers }) => headers["If-Match"])).to.deep.equal(['"1"', '"9"']);
    expect(service.saves[1]?.body).to.deep.equal(service.saves[0]?.body);
  });

  for (const [title, status, code, reads] of [
    ["the newer version cannot be read", 412, "revision.mismatch", 1],
    ["the removal failed for another reason", 503, "chain.unavailable", 0],
  ] as const) {
    it(`alerts and can be repeated when ${title}`, async () => {
      const unhandled: unknown[] = [];
      const note = (reason: unknown) => unhandled.push(reason);
      process.on("unhandledRejection", note);
      const { press, service, timesLeft } = await askToRemove({
        answerSave: refusesWith(status, code),
        answerRead: () => Promise.reject(new TypeError("Failed to fetch")),
      });
      await press("Sign and remove");
      await screen.findByRole("alert");
      expect(service.reads).to.have.length(reads);
      expect(timesLeft()).to.equal(0);
      await settle();
      process.off("unhandledRejection", note);
      expect(button("Remove again").disabled).to.equal(false);
      expect(unhandled).to.deep.equal([]);
    });
  }
});
