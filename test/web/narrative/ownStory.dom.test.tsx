import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect } from "chai";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { isStory } from "#protocol/stories/narrative";
import { startDraft } from "../../../web/src/narrative/draft.ts";
import { type LeftDraft, leftDraft, setLeftDraft } from "../../../web/src/narrative/leftDraft.ts";
import { narrativeQueryOptions } from "../../../web/src/narrative/narrativeApi.ts";
import { useRestore } from "../../../web/src/narrative/restore.ts";
import { connectedConfig } from "../../support/web/connectedWallet.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import {
  button,
  createQueryClient,
  renderComponent,
  settle,
  words,
} from "../../support/web/renderComponent.tsx";
import {
  author,
  drafts,
  messageToSign,
  openEditor,
  origin,
  publishedAs,
  savedTexts,
  signs,
  story,
  stubService,
  text,
  textField,
  withWallet,
} from "./narrativeEditor.tsx";

const { formatDraftTime } = await import("../../../web/src/narrative/draftTime.ts");
const { OwnedNarrative } = await import("../../../web/src/narrative/OwnedNarrative.tsx");

describe("NarrativeEditor typing", () => {
  it("formats the selection by button and key, counts words and reports a saved draft", async () => {
    const { write, press } = openEditor();
    expect(words()).to.contain("2 words").and.not.contain("Draft saved");
    await write("one two three");
    textField().setSelectionRange(4, 7);
    await press("Bold");
    expect(textField().value).to.equal("one **two** three");
    for (const other of [{}, { shiftKey: true }, { altKey: true }]) {
      fireEvent.keyDown(textField(), { key: "b", ctrlKey: "shiftKey" in other, ...other });
    }
    fireEvent.keyDown(textField(), { key: "b", ctrlKey: true, isComposing: true });
    fireEvent.keyDown(textField(), { key: "i", ctrlKey: true });
    await settle();
    expect(textField().value).to.equal("one ***two*** three");
    expect(savedTexts()).to.deep.equal(["one ***two*** three"]);
    expect(words()).to.match(/3 words ?Draft saved \d{1,2}:\d\d/);
  });

  it("does not report a saved draft once the text is the published story again", async () => {
    const { write } = openEditor();
    const published = textField().value;
    await write("one two three");
    expect(words()).to.contain("Draft saved");
    await write(published);
    expect(savedTexts()).to.deep.equal([]);
    expect(words()).to.contain("2 words").and.not.contain("Draft saved");
  });
});

describe("NarrativeEditor drafts", () => {
  beforeEach(() => {
    drafts().keep({ id: "a", text: "First draft.", continues: [] });
    drafts().keep({ id: "b", text: story, continues: [] });
    drafts().keep({ id: "c", text: "Newer draft.", continues: [] });
  });

  it("replaces the text when a draft is continued, and restores it on Undo", async () => {
    const { user, write, press } = openEditor();
    const offers = () => screen.getAllByRole("button", { name: /^Continue your draft of/ });
    const [, first = expect.fail("One draft is offered.")] = offers();
    await write("Typed.");
    expect(screen.queryByRole("button", { name: "Undo" })).to.equal(null);
    await user.click(first);
    expect(textField().value).to.equal("First draft.");
    screen.getByText(/^This is your draft of/);
    expect(offers()).to.have.length(1);
    expect(document.activeElement).to.equal(textField());
    await press("Undo");
    expect(textField().value).to.equal("Typed.");
    expect(screen.queryByRole("button", { name: "Undo" })).to.equal(null);
    expect(words()).not.to.contain("This is your draft");
    expect(offers()).to.have.length(2);
  });

  it("discards a draft, except one with the same text as the editor", async () => {
    const { user, write } = openEditor();
    await write("First draft.");
    const list = screen.getByRole("list", { name: "Your drafts" });
    const discards = () => within(list).queryAllByRole("button", { name: /^Discard draft of .+/ });
    const [newer, first] = discards();
    await user.click(first ?? expect.fail("One draft is offered."));
    expect(discards()).to.deep.equal([newer]);
    expect(savedTexts()).to.have.members([story, "First draft.", "Newer draft."]);
    await write("?");
    expect(savedTexts()).to.have.members([story, "Newer draft.", "?"]);
  });
});

describe("formatDraftTime", () => {
  it("formats the time in the reader's locale, with the date if it is not today", () => {
    const typed = new Date(2026, 10, 3, 10, 32);
    const clock = { hour: "numeric", minute: "2-digit" } as const;
    const text = (options: object) => typed.toLocaleString(undefined, options);
    expect(formatDraftTime(typed.getTime(), new Date(2026, 10, 3, 23, 0))).to.equal(text(clock));
    expect(formatDraftTime(typed.getTime(), new Date(2026, 10, 4, 1, 0))).to.equal(
      text({ day: "numeric", month: "short", ...clock }),
    );
  });
});

describe("OwnedNarrative", () => {
  const loaded = () => publishedAs(story, '"1"');

  /** Renders drifter 7's story for its owner. */
  function openStory(
    onRead: () => Promise<Response> | Response = loaded,
    beside: ReactNode = undefined,
    options: Parameters<typeof renderComponent>[1] = {},
  ) {
    const service = stubService(undefined, onRead);
    const page = renderComponent(
      withWallet(
        connectedConfig(author, signs),
        <>
          <OwnedNarrative drifterId="7" owner={author} story={{ narrative: story }} />
          {beside}
        </>,
      ),
      options,
    );
    return { ...page, service };
  }

  for (const [title, other] of [
    ["a different drifter", { drifterId: "9" }],
    ["a different author", { author: hardhatAccount(3).address }],
  ] as const) {
    it(`does not offer the draft of ${title}`, () => {
      const draft = startDraft({ drifterId: "7", text });
      setLeftDraft({ ...draft, author, outcome: "cancelled", ...other });
      openStory();
      expect(words(screen.getByRole("status"))).to.equal("");
    });
  }

  const hidden = "Your story is saved, but the operator of this site hides it from readers.";
  const notices: [outcome: LeftDraft["outcome"], message: string][] = [
    ["cancelled", "Draft kept. Continue writing"],
    ["taken", "Draft kept. Continue writing"],
    ["publishing", "Still being published…"],
    ["published", "Published."],
    ["removed", "Story removed."],
    [{ failure: "Server error." }, "Server error. Draft kept. Continue writing"],
  ];
  for (const [outcome, notice] of notices) {
    it(`shows “${notice}”, and whether the story is hidden, after the editor was left`, () => {
      const isFailure = typeof outcome === "object";
      for (const isHidden of [false, true]) {
        setLeftDraft({ ...startDraft({ drifterId: "7", text }), author, outcome });
        const queryClient = createQueryClient(60_000);
        const data = { narrative: story, ...(isHidden && { isHidden }) };
        queryClient.setQueryData(narrativeQueryOptions("7").queryKey, data);
        const { unmount } = openStory(loaded, undefined, { queryClient });
        const shown = [...document.querySelectorAll("[role=status] > .notice")];
        const isShown = !isHidden || outcome !== "published";
        expect(shown.map(words)).to.deep.equal(
          [isShown && notice, isHidden && hidden].filter(Boolean),
        );
        expect(document.querySelector(".notice--alert") !== null).to.equal(isFailure);
        const share = screen.queryByRole("button", { name: "Copy link" });
        expect(share !== null).to.equal(outcome === "published");
        const card = screen.queryByRole("link", { name: "Save as an image" });
        const path = outcome === "published" && !isHidden ? "/drifter/7/card.jpg" : undefined;
        expect(card?.getAttribute("href") ?? undefined).to.equal(path);
        unmount();
      }
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
    it(`preserves no draft of a story with ${ends} that was typed and restored`, async () => {
      const { enter, follow } = openStory(() => publishedAs(saved, '"1"'));
      await follow("edit");
      const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Write" });
      // Browsers normalize line ends in a textarea.
      const shown = saved.replace(/\r\n?/g, "\n");
      await enter(field, `${shown}!`);
      await enter(field, shown);
      expect(drafts().read()).to.deep.equal([]);
      await follow("Cancel");
      expect(words()).not.to.contain("Draft kept.");
    });
  }

  it("opens the editor with the draft from a notice on a different page", () => {
    const draft = startDraft({ drifterId: "7", text });
    setLeftDraft({ ...draft, author, outcome: "cancelled" });
    const query = narrativeQueryOptions("7");
    const queryClient = createQueryClient(60_000);
    queryClient.setQueryData(query.queryKey, { narrative: story, tag: '"1"' });
    const path = "/drifter/7#write";
    openStory(loaded, undefined, { path, queryClient });
    expect(textField().value).to.equal(text);
  });

  it("opens the editor from a link on the same page", async () => {
    const { follow } = openStory(loaded, <Link to={{ hash: "#write" }}>Write the story</Link>);
    expect(screen.queryByRole("textbox")).to.equal(null);
    await follow("Write the story");
    await screen.findByRole("textbox");
    expect(textField().value).to.equal(story);
  });

  function Restore() {
    const restore = useRestore("7");
    return (
      <button type="button" onClick={() => restore?.("Old lamp.")}>
        Restore
      </button>
    );
  }
  it("opens the editor with a restored version, and saves only over the loaded version", async () => {
    const queryClient = createQueryClient(60_000);
    const { queryKey } = narrativeQueryOptions("7");
    queryClient.setQueryData(queryKey, { narrative: story, tag: '"1"' });
    const { press, service } = openStory(loaded, <Restore />, { queryClient });
    await press("Restore");
    expect(textField().value).to.equal("Old lamp.");
    // The app refetches a version that the writer has not seen.
    await settle(() => queryClient.setQueryData(queryKey, { narrative: "New.", tag: '"2"' }));
    await press("Sign");
    await screen.findByText("Signed. Press Save to publish.");
    await press("Save");
    await screen.findByText("Published.");
    expect(service.saves.map(({ headers }) => headers["If-Match"])).to.deep.equal(['"1"']);
    expect(service.saves[0]?.body.narrative).to.match(/^<!-- [0-9a-f]{32} -->\n\nOld lamp\.$/);
  });

  it("signs an edited restored story with its hidden comment", async () => {
    const comment = `<!-- ${"5f".repeat(16)} -->`;
    const { enter, follow, press, service } = openStory(() =>
      publishedAs(`${comment}\n\nOld lamp.`, '"1"'),
    );
    await follow("edit");
    const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Write" });
    expect(field.value).to.equal("Old lamp.");
    await enter(field, "New lamp.");
    await press("Sign");
    await screen.findByText("Signed. Press Save to publish.");
    await press("Save");
    await screen.findByText("Published.");
    expect(service.saves[0]?.body.narrative).to.equal(`${comment}\n\nNew lamp.`);
  });

  it("continues a draft left by Cancel, and deletes it once it is published", async () => {
    const { enter, follow, press } = openStory();
    await follow("edit");
    await enter(await screen.findByRole("textbox", { name: "Write" }), text);
    await follow("Cancel");
    expect(words(screen.getByRole("status"))).to.equal("Draft kept. Continue writing");
    await follow("Continue writing");
    expect(textField().value).to.equal(text);
    expect(document.activeElement).to.equal(textField());
    expect(textField().selectionStart).to.equal(text.length);
    expect(screen.queryByRole("list", { name: "Your drafts" })).to.equal(null);
    expect(words()).not.to.contain("Draft kept.");
    await enter(textField(), `${text} Three.`);
    await press("Sign");
    await screen.findByText("Signed. Press Save to publish.");
    await press("Save");
    await screen.findByText("Published.");
    expect(document.activeElement).to.equal(screen.getByRole("link", { name: "edit" }));
    expect(drafts().read()).to.deep.equal([]);
  });
});

describe("Remove story", () => {
  it("empties the text, offers an undo, and publishes a signed comment in its place", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const editor = openEditor({ onSave: () => promise });
    const { write, sign, press, follow, service, timesLeft, unmount } = editor;
    await write();
    expect(words()).not.to.contain("to remove the story");
    await follow("Remove story");
    expect([textField().value, document.activeElement]).to.deep.equal(["", textField()]);
    // A second press would replace the text that Keep story restores.
    expect(screen.queryByRole("link", { name: "Remove story" })).to.equal(null);
    await press("Keep story");
    expect([textField().value, document.activeElement]).to.deep.equal([text, textField()]);
    await follow("Remove story");
    screen.getByText(/^Sign and save to remove the story: readers will find none\./);
    screen.getByText(/takes the story's place/);
    const shown = messageToSign();
    await sign();
    await press("Save");
    await screen.findByText("Saving…");
    expect(screen.queryByRole("button", { name: "Keep story" })).to.equal(null);
    expect(screen.queryByRole("link", { name: "Remove story" })).to.equal(null);
    await settle(() =>
      resolve(Response.json({ drifterId: "7", narrative: "<!-- 1 -->", ...origin })),
    );
    expect(timesLeft()).to.equal(1);
    expect(service.saves[0]?.body.signedMessage).to.equal(shown);
    expect(isStory(service.saves[0]?.body.narrative ?? "")).to.equal(false);
    expect(service.saves[0]?.headers).to.include({ "If-Match": '"1"' });
    unmount();
    expect(leftDraft()).to.include({ outcome: "removed" });
    // The previously typed text remains a draft.
    expect(savedTexts()).to.deep.equal([text]);
  });
});
