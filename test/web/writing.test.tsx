import { expect } from "chai";
import { UserRejectedRequestError } from "viem";
import { type Config, WagmiContext } from "wagmi";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { draftList } from "../../web/src/narrative/draftList.ts";
import { leftText, setLeftText } from "../../web/src/narrative/leftText.ts";
import { narrativeQueryOptions } from "../../web/src/narrative/narrativeApi.ts";
import "../support/componentLoader.ts";
import { type Answers, connectedConfig } from "../support/connectedWallet.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";
import { type Mounted, mounted } from "../support/mount.ts";
import "../support/pageSettings.ts";
import { withFetch } from "../support/stubFetch.ts";

const { NarrativeEditor } = await import("../../web/src/narrative/NarrativeEditor.tsx");
const { OwnedNarrative } = await import("../../web/src/narrative/OwnedNarrative.tsx");

const author = hardhatAccount(2).address;
const story = "One lamp.";
const text = "Two lamps.";
const signature = "0x51";
const origin = { author, savedAt: "2026-01-02T03:04:05.000Z", revision: 2 };

type Save = { headers: Record<string, string>; body: Record<string, string> };

/** A service, and what was posted to it. */
function service(answer: (save: Save) => Promise<Response> | Response) {
  const saves: Save[] = [];
  const reads: string[] = [];
  let read = (): Promise<Response> | Response =>
    Response.json({ drifterId: "7", narrative: story, ...origin }, { headers: { ETag: '"1"' } });
  const fetch: typeof globalThis.fetch = async (url, init) => {
    if (init?.method !== "POST") {
      reads.push(String(url));
      return read();
    }
    // Safety: the page posts texts.
    const save = {
      headers: init.headers as Record<string, string>,
      body: JSON.parse(String(init.body)) as Record<string, string>,
    };
    saves.push(save);
    return answer(save);
  };
  return {
    saves,
    reads,
    fetch,
    readAs(next: typeof read) {
      read = next;
    },
  };
}

const accepts = ({ body }: Save) =>
  Response.json(
    { drifterId: "7", narrative: body.narrative, ...origin },
    { headers: { ETag: '"2"' } },
  );
const refusesWith = (status: number, code: string) => () =>
  Response.json(
    { status, code },
    { status, headers: { "Content-Type": "application/problem+json" } },
  );
const signs = { personal_sign: () => signature };
const rejects = {
  personal_sign: () => {
    throw new UserRejectedRequestError(new Error("No."));
  },
};

interface Setting {
  answer?: Parameters<typeof service>[0];
  wallet?: Answers;
  narrative?: string;
  before?: () => void;
}

interface Writing {
  page: Mounted;
  posted: ReturnType<typeof service>;
  left: () => number;
}

/** The editor of drifter 7, with its story and what the service and the wallet answer. */
async function withEditor(setting: Setting, work: (writing: Writing) => Promise<void>) {
  const { answer = accepts, wallet = signs, narrative = story, before } = setting;
  const posted = service(answer);
  const config: Config = connectedConfig(author, wallet);
  let timesLeft = 0;
  const onLeave = () => {
    timesLeft += 1;
  };
  const { error } = console;
  console.error = () => {};
  try {
    await withFetch(posted.fetch, () =>
      mounted(null, async (page) => {
        before?.();
        await page.show(
          // Safety: a configuration of the page's chain.
          <WagmiContext value={config as never}>
            <NarrativeEditor
              drifterId="7"
              author={author}
              narrative={narrative}
              condition={{ "If-Match": '"1"' }}
              onLeave={onLeave}
            />
          </WagmiContext>,
        );
        await work({ page, posted, left: () => timesLeft });
        await page.show(null);
      }),
    );
  } finally {
    console.error = error;
    setLeftText(undefined);
  }
}

const write = (page: Mounted, typed = text) => page.type("Write", typed);
const drafts = () => draftList(globalThis.localStorage, "7", author);
const isDisabled = (page: Mounted, ...names: string[]) =>
  names.map((name) => page.named(name).disabled);
const publishable = async (page: Mounted) => {
  await write(page);
  await page.click("Sign");
};

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
