import { mock } from "node:test";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect } from "chai";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import { attempts } from "#protocol/wire/attempts";
import { apiErrorMessage } from "#protocol/wire/errors";
import { startDraft } from "../../../web/src/narrative/draft.ts";
import { draftStore } from "../../../web/src/narrative/draftStore.ts";
import { editorMessages } from "../../../web/src/narrative/editorMessages.ts";
import { type LeftDraft, leftDraft, setLeftDraft } from "../../../web/src/narrative/leftDraft.ts";
import {
  narrativeQueryOptions,
  storyListQueryOptions,
} from "../../../web/src/narrative/narrativeApi.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import { button, createQueryClient, settle, words } from "../../support/web/renderComponent.tsx";
import {
  accepts,
  author,
  messageToSign,
  openEditor,
  origin,
  publishedAs,
  rejectsWith,
  savedTexts,
  signature,
  story,
  text,
  textField,
} from "./narrativeEditor.tsx";

type Editor = ReturnType<typeof openEditor>;

/** Whether Sign and Save can be pressed. */
const canPress = () => ({ sign: !button("Sign").disabled, save: !button("Save").disabled });
/** The reported outcomes for the text, without random parts. */
function reported() {
  const left = leftDraft();
  if (!left) return undefined;
  const { id: _, removal: __, message: ___, ...rest } = left;
  return rest;
}
const unreachable = () => apiErrorMessage("chain.unavailable", attempts.save);
const changes = "What publishing would change";
/** The ETag of the published revision. */
const newTag = '"2-mjwaid1k"';

describe("NarrativeEditor", () => {
  it("[S3.5] [S3.6] [S4.20] [S4.21] [S4.24] signs the typed text, saves it over the loaded version, and shows the service's text", async () => {
    const { write, sign, press, service, timesLeft, queryClient } = openEditor({
      onSave: () => publishedAs("As kept.", newTag),
    });
    queryClient.setQueryData(storyListQueryOptions().queryKey, []);
    expect(canPress()).to.deep.equal({ sign: false, save: false });
    screen.getByText("Edit the text to see the message you will sign.");
    await write();
    expect(messageToSign()).to.equal(narrativeMessage("7", text));
    expect(savedTexts()).to.deep.equal([text]);
    expect(canPress()).to.deep.equal({ sign: true, save: false });
    await sign();
    expect(canPress()).to.deep.equal({ sign: false, save: true });
    expect(document.activeElement).to.equal(button("Save"));
    await press("Save");
    await waitFor(() => expect(timesLeft()).to.equal(1));
    const signedMessage = narrativeMessage("7", text);
    expect(service.saves.map(({ body }) => body)).to.deep.equal([
      { drifterId: "7", narrative: text, signedMessage, signature },
    ]);
    expect(service.saves[0]?.headers).to.include({ "If-Match": '"1"' });
    expect(savedTexts()).to.deep.equal([]);
    const left = { drifterId: "7", author, text, signed: undefined, outcome: "published" };
    expect(reported()).to.deep.equal({ ...left, continues: [], replaced: undefined });
    expect(queryClient.getQueryData(narrativeQueryOptions("7").queryKey)).to.deep.equal({
      narrative: "As kept.",
      origin,
      tag: newTag,
    });
    const list = queryClient.getQueryState(storyListQueryOptions().queryKey);
    expect(list?.isInvalidated).to.equal(true);
  });

  it("previews the text as it is typed, and a very long text on request", async () => {
    const { write, press } = openEditor({ narrative: "" });
    const preview = within(screen.getByRole("region", { name: "Preview" }));
    preview.getByText("Nothing to preview yet.");
    await write("# Ash\n\nOne **lamp**.");
    await preview.findByRole("heading", { name: "Ash" });
    expect(preview.getByText("lamp").tagName).to.equal("STRONG");
    await write(`${"Dust, dust. ".repeat(2_000)}\n\nThe end.`);
    const render = "Render this long story";
    await preview.findByRole("button", { name: render });
    expect(preview.queryByText("The end.")).to.equal(null);
    await press(render);
    await preview.findByText("The end.");
    expect(preview.queryByRole("button")).to.equal(null);
  });

  it("shows the story's size near the service's limit, and what to do beyond it", async () => {
    Object.assign(pageSettings, { maxBodyBytes: 2_048 });
    try {
      const { write } = openEditor();
      const signedMessage = narrativeMessage("7", "");
      const empty = { drifterId: "7", narrative: "", signedMessage, signature: "0".repeat(132) };
      const room = 2_048 - JSON.stringify(empty).length;
      for (const [typed, size] of [
        ["x".repeat(room - 205), undefined],
        ["x".repeat(room - 204), "2 kB of 2 kB"],
        // This character has two bytes.
        [`${"x".repeat(room - 2)}é`, "2 kB of 2 kB"],
        [
          `${"x".repeat(room - 1)}é`,
          "3 kB of 2 kB. The service won't take it; shorten the story before you sign.",
        ],
      ] as const) {
        await write(typed);
        expect(document.querySelector(".editor__size")?.textContent).to.equal(size);
      }
    } finally {
      Reflect.deleteProperty(pageSettings, "maxBodyBytes");
    }
  });

  it("warns while the browser cannot store the draft", async () => {
    const { write } = openEditor();
    const warning = "Your browser doesn't keep this draft. Copy the text before you leave.";
    await write();
    expect(words()).to.contain("Draft saved").and.not.contain(warning);
    mock.getter(globalThis, "localStorage", () => null);
    await write("Three lamps.");
    expect(words()).to.contain(warning).and.not.contain("Draft saved");
    mock.reset();
    await write();
    expect(words()).to.contain("Draft saved").and.not.contain(warning);
  });

  it("shows why a save failed until the next signature is requested", async () => {
    const { write, sign, press, follow } = openEditor({
      onSave: rejectsWith(503, "chain.unavailable"),
    });
    const fail = async () => {
      await sign();
      await press("Save");
      expect(words(await screen.findByRole("alert"))).to.equal(unreachable());
    };
    await follow("Remove story");
    await fail();
    await press("Keep story");
    await write();
    await fail();
    await write("Three lamps.");
    await press("Sign again");
    expect(screen.queryByRole("alert")).to.equal(null);
    expect(canPress()).to.deep.equal({ sign: false, save: true });
  });

  it("continues a signed removal with the comment that was signed", async () => {
    const { write, sign, unmount } = openEditor();
    await write("");
    await sign();
    const shown = messageToSign();
    unmount();
    openEditor({ continued: leftDraft() ?? expect.fail("Nothing was left.") });
    expect(messageToSign()).to.equal(shown);
    expect(canPress()).to.deep.equal({ sign: false, save: true });
    cleanup();
    // Without a story, there is nothing to remove, and no comment to sign.
    openEditor({ continued: leftDraft() ?? expect.fail("Nothing was left."), narrative: "" });
    expect(messageToSign()).to.equal(narrativeMessage("7", ""));
  });

  it("[S8.5] retains the unsigned text and focuses Sign when the wallet rejects", async () => {
    const rejection = Object.assign(new Error("No."), { code: 4001 });
    const { write, press } = openEditor({
      wallet: { personal_sign: () => Promise.reject(rejection) },
    });
    await write();
    await press("Sign");
    await screen.findByText("You rejected the request. Nothing was signed.");
    expect(screen.queryByRole("alert")).to.equal(null);
    expect(canPress()).to.deep.equal({ sign: true, save: false });
    expect([textField().value, document.activeElement]).to.deep.equal([text, button("Sign")]);
  });

  for (const [failure, onSave] of [
    ["the network fails", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["the service rejects it", rejectsWith(503, "chain.unavailable")],
    ["the response is not JSON", () => new Response("<html>")],
  ] as const) {
    it(`[S4.25] [S8.6] logs the error, retains text and signature, and can save again when ${failure}`, async () => {
      const { write, sign, press, service } = openEditor({ onSave });
      await write();
      await sign();
      await press("Save");
      await screen.findByRole("alert");
      expect(service.logged.callCount()).to.equal(1);
      expect(canPress()).to.deep.equal({ sign: false, save: true });
      expect([textField().value, document.activeElement]).to.deep.equal([text, button("Save")]);
      expect(savedTexts()).to.deep.equal([text]);
    });
  }

  it("[S4.18] [S4.26] sends a text edited after signing with the old signature, and reports the mismatch", async () => {
    const onSave = rejectsWith(422, "hash.mismatch");
    const { write, sign, press, service } = openEditor({ onSave });
    await write();
    await sign();
    const changed = " Three lamps.\n";
    await write(changed);
    screen.getByText(/the signature no longer matches/);
    expect(messageToSign()).to.equal(narrativeMessage("7", changed));
    await press("Save");
    expect(words(await screen.findByRole("alert"))).to.contain("Sign again, then save.");
    const signedMessage = narrativeMessage("7", text);
    expect(service.saves.map(({ body }) => body)).to.deep.equal([
      { drifterId: "7", narrative: changed, signedMessage, signature },
    ]);
    expect(textField().value).to.equal(changed);
  });

  it("offers to sign again after the service rejects the signature of an unchanged text", async () => {
    const { write, sign, press } = openEditor({ onSave: rejectsWith(422, "signature.invalid") });
    await write();
    await sign();
    await press("Save");
    await screen.findByRole("alert");
    await press("Sign again");
    expect(screen.queryByRole("alert")).to.equal(null);
    screen.getByText("Signed. Press Save to publish.");
  });

  for (const emptied of ["", " \n", "<!-- note -->"]) {
    it(`signs ${JSON.stringify(emptied)} with a new random comment, shown beforehand`, async () => {
      const [shown, signed] = [[] as unknown[], [] as Record<string, string>[]];
      for (let time = 0; time < 2; time += 1) {
        const { write, sign, press, service, timesLeft, unmount } = openEditor();
        await write(emptied);
        screen.getByText(/takes the story's place/);
        shown.push(messageToSign());
        await sign();
        screen.getByText(editorMessages.removal);
        expect(savedTexts()).to.deep.equal([emptied]);
        await press("Save");
        await waitFor(() => expect(timesLeft()).to.equal(1));
        signed.push(...service.saves.map(({ body }) => body));
        unmount();
      }
      const [first, second] = signed;
      expect(first?.narrative)
        .to.match(/^<!-- [0-9a-f]{32} -->/)
        .and.contain(emptied.trim());
      expect(second?.narrative).not.to.equal(first?.narrative);
      expect(first?.signedMessage).to.equal(narrativeMessage("7", first?.narrative ?? ""));
      expect(signed.map(({ signedMessage }) => signedMessage)).to.deep.equal(shown);
      expect(savedTexts()).to.deep.equal([]);
    });
  }

  for (const [what, onRead, counts, condition] of [
    [
      "version that was published",
      () => publishedAs("Nine lamps, lit.", newTag),
      "1 word added (+), 2 words removed (−).",
      { "If-Match": newTag },
    ],
    [
      "removal that was published",
      () => Response.json({ removed: origin }, { status: 404 }),
      "2 words added (+), 0 words removed (−).",
      { "If-None-Match": "*" },
    ],
  ] as const) {
    it(`shows and replaces a ${what} since the editor opened`, async () => {
      // Simulates the first ten seconds, in which the app does not refetch server-rendered data.
      const queryClient = createQueryClient(10_000);
      queryClient.setQueryData(["narrative", "7"], { narrative: story, tag: '"1"' });
      const onSave = rejectsWith(412, "revision.mismatch");
      const { write, sign, press, service } = openEditor({ queryClient, onSave, onRead });
      await write();
      await sign();
      await press("Save");
      await screen.findByRole("region", { name: changes });
      await screen.findByText(counts);
      expect(service.reads).to.deep.equal(["/api/narrative/7"]);
      await press("Save");
      await waitFor(() => expect(service.saves).to.have.length(2));
      const conditions = service.saves.map(({ headers: { "Content-Type": _, ...rest } }) => rest);
      expect(conditions).to.deep.equal([{ "If-Match": '"1"' }, condition]);
    });
  }

  const publishable = async ({ write, sign }: Editor) => {
    await write();
    await sign();
  };
  const signed = { message: narrativeMessage("7", text), signature };
  const typedAt = Date.now();
  const unsaved: [
    title: string,
    act: (editor: Editor) => Promise<unknown>,
    left: object | undefined,
  ][] = [
    ["nothing was typed", async () => {}, undefined],
    [
      "the published story was typed again",
      async ({ write }) => {
        await write();
        await write(story);
      },
      undefined,
    ],
    ["a text was typed", ({ write }) => write(), { text, signed: undefined }],
    ["it was signed", publishable, { text, signed }],
    [
      "Remove story was pressed after it",
      async ({ write, follow }) => {
        await write();
        await follow("Remove story");
      },
      { text, signed: undefined },
    ],
    [
      "an earlier draft replaced it",
      async ({ write, press }) => {
        await write();
        await press(/^Continue your draft of/);
      },
      { text: "Ash.", signed: undefined, continues: [`a@${typedAt}`] },
    ],
    [
      "it was changed after it was signed",
      async (editor) => {
        await publishable(editor);
        await editor.write("?");
      },
      { text: "?", signed: undefined },
    ],
  ];
  const stored = { drifterId: "7", author, continues: [], replaced: undefined };
  for (const [title, act, expected] of unsaved) {
    const outcome = expected ? "keeps the text" : "keeps nothing";
    const open = () => {
      const earlier = draftStore("7", author, undefined, () => typedAt);
      earlier.keep({ id: "a", text: "Ash.", continues: [] });
      return openEditor();
    };
    it(`${outcome} on Cancel when ${title}`, async () => {
      const editor = open();
      await act(editor);
      await editor.follow("Cancel");
      expect(editor.timesLeft()).to.equal(1);
      const left = { ...stored, ...expected, signed: undefined, outcome: "cancelled" };
      expect(reported()).to.deep.equal(expected && left);
    });

    it(`${outcome} with its signature when the editor is unmounted and ${title}`, async () => {
      const editor = open();
      await act(editor);
      editor.unmount();
      const left = { ...stored, ...expected, outcome: "taken" };
      expect(reported()).to.deep.equal(expected && left);
    });
  }
});

describe("NarrativeEditor closed during a save", () => {
  const saved = () => accepts({ headers: {}, body: { narrative: text } });
  const rejected = rejectsWith(503, "chain.unavailable");

  /** Leaves the page while the service has not responded yet. */
  async function leaveDuringSave() {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { write, sign, press, unmount } = openEditor({ onSave: () => promise });
    await write();
    await sign();
    await press("Save");
    await screen.findByText("Saving…");
    expect(words()).not.to.contain("Signed.");
    expect(textField().readOnly).to.equal(true);
    expect(canPress()).to.deep.equal({ sign: false, save: false });
    expect(button("Bold").disabled).to.equal(true);
    expect(screen.queryByRole("link", { name: "Remove story" })).to.equal(null);
    unmount();
    expect(leftDraft()).to.include({ text, outcome: "publishing" });
    return { respond: (response: Response) => settle(() => resolve(response)) };
  }

  it("reports the story as published when the service accepts it", async () => {
    const { respond } = await leaveDuringSave();
    await respond(saved());
    expect(leftDraft()).to.include({ text, outcome: "published" });
  });

  it("reports the reason when the service rejects it", async () => {
    const { respond } = await leaveDuringSave();
    await respond(rejected());
    expect(leftDraft()?.outcome).to.deep.equal({ failure: unreachable() });
  });

  for (const respondWith of [saved, rejected]) {
    it(`reports nothing about an abandoned text, with status ${respondWith().status}`, async () => {
      const { respond } = await leaveDuringSave();
      const draft = startDraft({ drifterId: "9", text: "Ash." });
      const newer: LeftDraft = { ...draft, author, outcome: "publishing" };
      setLeftDraft(newer);
      await respond(respondWith());
      expect(leftDraft()).to.equal(newer);
    });
  }
});
