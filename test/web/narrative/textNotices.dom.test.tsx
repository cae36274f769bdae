import { screen } from "@testing-library/react";
import { expect } from "chai";
import { startDraft } from "../../../web/src/narrative/draft.ts";
import { type LeftDraft, leftDraft, setLeftDraft } from "../../../web/src/narrative/leftDraft.ts";
import { narrativeQueryOptions } from "../../../web/src/narrative/narrativeApi.ts";
import { setConnection } from "../../support/web/connectedWallet.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import {
  createQueryClient,
  inWallet,
  rejectRequests,
  renderComponent,
  settle,
  words,
} from "../../support/web/renderComponent.tsx";

const { EditorNotices } = await import("../../../web/src/narrative/EditorNotices.tsx");
const { default: LeftElsewhere } = await import("../../../web/src/narrative/LeftElsewhere.tsx");
const { default: InterruptedText } = await import("../../../web/src/narrative/InterruptedText.tsx");
const { default: Markdown } = await import("../../../web/src/narrative/Markdown.tsx");
const { NarrativeSection } = await import("../../../web/src/narrative/NarrativeSection.tsx");
const { default: OwnerNarrative } = await import("../../../web/src/narrative/OwnerNarrative.tsx");
const { walletConfig } = await import("../../../web/src/wallet/WalletScope.tsx");
const { default: TextChanges } = await import("../../../web/src/narrative/history/TextChanges.tsx");

const author = hardhatAccount(2).address;
const left: LeftDraft = {
  ...startDraft({ drifterId: "7", text: "Ash." }),
  author,
  outcome: "taken",
};
const rejected = { failure: "Server error." };

describe("EditorNotices", () => {
  type Props = Parameters<typeof EditorNotices>[0];
  const quiet: Props = {
    isSaved: true,
    isOnline: true,
    isSigned: false,
    isStale: false,
    isSigning: false,
    isSaving: false,
    signingError: null,
    savingError: null,
    onSignAgain() {},
  };
  const signed = { ...quiet, isSigned: true };
  const states: [title: string, props: Props, message: string][] = [
    ["there is nothing to say", quiet, ""],
    [
      "the browser's storage is full",
      { ...quiet, isSaved: false },
      "Your browser doesn't keep this draft. Copy the text before you leave.",
    ],
    [
      "the wallet signs",
      { ...quiet, isSigning: true },
      "Your wallet is asking for your signature.",
    ],
    ["the text is saved", { ...signed, isSaving: true }, "Saving…"],
    ["the text is signed", signed, "Signed. Press Save to publish."],
    [
      "the network is lost",
      { ...signed, isOnline: false },
      "Offline. Your draft is kept here; sign and save when you are back.",
    ],
    [
      "the network is lost and the storage full",
      { ...quiet, isOnline: false, isSaved: false },
      "Offline. Sign and save when you are back.Your browser doesn't keep this draft. Copy the text before you leave.",
    ],
    ["a save has failed", { ...signed, savingError: new Error("?") }, ""],
    [
      "the text has changed since",
      { ...signed, isStale: true },
      "The text has changed since you signed it: the signature no longer matches.Sign again",
    ],
  ];
  for (const [title, props, message] of states) {
    it(`shows “${message}” politely when ${title}`, () => {
      renderComponent(<EditorNotices {...props} />);
      expect(screen.getByRole("status").textContent).to.equal(message);
      expect(screen.queryAllByRole("alert")).to.have.length(props.savingError ? 1 : 0);
    });
  }
});

describe("InterruptedText", () => {
  const losses = [
    ["unreachable", "Can't reach the network; your text is safe."],
    ["notOwned", "This wallet no longer owns Drifter #7. Your text is safe."],
    [
      "switched",
      "You switched accounts; your text is safe. Switch back to 0x3C44…93BC to continue.",
    ],
    [
      "disconnected",
      "Your wallet is disconnected; your text is safe. Connect 0x3C44…93BC to continue.",
    ],
  ] as const;
  for (const [interruption, message] of losses) {
    it(`alerts, shows the text and copies it when the writer is ${interruption}`, async () => {
      const { press } = renderComponent(
        <InterruptedText left={left} interruption={interruption} />,
      );
      expect(screen.getByRole("alert").textContent).to.equal(message);
      screen.getByRole("complementary", { name: "Your text" });
      const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your text" });
      expect([field.value, field.readOnly]).to.deep.equal(["Ash.", true]);
      await press("Copy");
      expect(await navigator.clipboard.readText()).to.equal("Ash.");
    });
  }
});

describe("NarrativeSection", () => {
  for (const [title, drifterId, outcome, isShown] of [
    ["shows a text to a writer who has lost the connection", "7", "taken", true],
    ["shows a text that was not saved", "7", rejected, true],
    ["shows no text about a different drifter", "8", "taken", false],
    ["shows no text that was left on purpose", "7", "cancelled", false],
  ] as const) {
    it(title, async () => {
      setLeftDraft({ ...left, outcome });
      const queryClient = createQueryClient(60_000);
      queryClient.setQueryData(narrativeQueryOptions(drifterId).queryKey, { narrative: null });
      renderComponent(inWallet(<NarrativeSection drifterId={drifterId} />), { queryClient });
      if (isShown) await screen.findByRole("alert");
      else await settle();
      expect(words().includes("Your wallet is disconnected")).to.equal(isShown);
    });
  }
});

describe("OwnerNarrative", () => {
  const { address } = hardhatAccount(3);
  afterEach(() => setConnection(walletConfig, address, undefined));

  it("prompts a writer who switched accounts to switch back, regardless of the owner", async () => {
    rejectRequests();
    setConnection(walletConfig, address, pageSettings.chain.id);
    setLeftDraft(left);
    renderComponent(
      <OwnerNarrative drifterId="7" story={undefined}>
        {null}
      </OwnerNarrative>,
    );
    await settle();
    expect(words(screen.getByRole("alert"))).to.equal(
      "You switched accounts; your text is safe. Switch back to 0x3C44…93BC to continue.",
    );
  });
});

describe("LeftElsewhere", () => {
  const page = (address: typeof author) =>
    inWallet(
      <div role="status">
        <LeftElsewhere />
      </div>,
      { status: "connected", address },
    );
  const statusText = () => words(screen.getByRole("status"));
  const cases: [outcome: LeftDraft["outcome"], message: string][] = [
    ["taken", "Draft kept for Drifter #7. Continue writingDismiss"],
    ["publishing", "The story of Drifter #7 is still being published…Dismiss"],
    ["removed", "Story removed.Dismiss"],
    [rejected, "Server error. Draft kept for Drifter #7. Continue writingDismiss"],
  ];
  for (const [outcome, expected] of cases) {
    it(`shows “${expected}” to the author until dismissed when the text was ${nameOf(outcome)}`, async () => {
      setLeftDraft({ ...left, outcome });
      const { press, rerender } = renderComponent(page(hardhatAccount(3).address));
      expect(statusText()).to.equal("");
      rerender(page(author));
      expect(statusText()).to.equal(expected);
      for (const link of screen.queryAllByRole("link")) {
        expect(link.getAttribute("href")).to.equal("/drifter/7#write");
      }
      await press("Dismiss");
      expect([statusText(), leftDraft()]).to.deep.equal(["", undefined]);
    });
  }

  it("shows no notice on the drifter's page, and no repeated notice on a different page", () => {
    setLeftDraft(left);
    const { unmount } = renderComponent(page(author), { path: "/drifter/7" });
    expect(statusText()).to.equal("");
    unmount();
    for (const outcome of ["cancelled", "published"] as const) {
      setLeftDraft({ ...left, outcome });
      const elsewhere = renderComponent(page(author));
      expect(statusText()).to.equal("");
      elsewhere.unmount();
      expect(leftDraft()?.outcome).to.equal(outcome === "published" ? undefined : outcome);
    }
  });
});

describe("StoryImage", () => {
  it("[D11] loads this site's images immediately, and external images only on click, without referrer", async () => {
    const host = `tracker.${window.location.host}`;
    const [elsewhere, next] = [`https://${host}/1.svg`, `https://${host}/2.svg`];
    const storyWith = (url: string) => (
      <Markdown text={`![far](${url}) ![near](/drifters/images/7.jpg)`} />
    );
    const { press, rerender } = renderComponent(storyWith(elsewhere));
    const shown = () =>
      [...document.querySelectorAll("img")].map((image) =>
        ["src", "alt", "referrerpolicy"].map((name) => image.getAttribute(name)),
      );
    const near = ["/drifters/images/7.jpg", "near", "no-referrer"];
    expect(shown()).to.deep.equal([near]);
    await press(`Show image from ${host}`);
    expect(shown()).to.deep.equal([[elsewhere, "far", "no-referrer"], near]);
    rerender(storyWith(next));
    expect(shown()).to.deep.equal([near]);
  });
});

describe("TextChanges", () => {
  const times = (count: number, word: string) => `${word} `.repeat(count);
  const gaps = () => screen.queryAllByText(/^… \d+ unchanged words …$/).map((gap) => words(gap));

  it("abridges a long text to the passages near the changes", () => {
    const before = `${times(100, "before")}old ${times(100, "between")}old ${times(100, "after")}`;
    renderComponent(<TextChanges before={before} after={before.replaceAll("old", "new")} />);
    screen.getByText("2 words added (+), 2 words removed (−).");
    expect(gaps()).to.deep.equal([
      "… 78 unchanged words …",
      "… 61 unchanged words …",
      "… 74 unchanged words …",
    ]);
    // The context starts and ends at word boundaries.
    const around = screen.getAllByText(/unchanged words/).map((gap) => {
      const [before, after] = [gap.previousSibling, gap.nextSibling];
      return [before, after].map((each) => new Set(each?.textContent?.match(/\S+/g)));
    });
    expect(around.map((sides) => sides.map((side) => [...side]))).to.deep.equal([
      [[], ["before"]],
      [["between"], ["between"]],
      [["after"], []],
    ]);
    const changed = [...screen.getAllByRole("insertion"), ...screen.getAllByRole("deletion")];
    expect(changed.map((change) => words(change))).to.deep.equal([
      ...Array(2).fill("[added: +new ]"),
      ...Array(2).fill("[removed: −old ]"),
    ]);
    for (const sign of screen.getAllByText(/^[+−]$/)) {
      expect(sign.getAttribute("aria-hidden")).to.equal("true");
    }
    expect(document.querySelector("pre")?.dir).to.equal("auto");
  });
});

function nameOf(outcome: LeftDraft["outcome"]): string {
  return typeof outcome === "string" ? outcome : "rejected";
}
