import { expect } from "chai";
import fc from "fast-check";
import type { Address } from "viem";
import {
  changeDraft,
  type Draft,
  draftVersion,
  isSignatureStale,
  type SavedDraft,
  startDraft,
} from "../../../web/src/narrative/draft.ts";
import { draftStore } from "../../../web/src/narrative/draftStore.ts";
import { createStore } from "../../../web/src/page/storage.ts";
import { searchBounds } from "../../support/search.ts";
import { memoryStorage } from "../../support/web/memoryStorage.ts";

const ada: Address = "0x00000000000000000000000000000000000000aA";
const bea: Address = "0x00000000000000000000000000000000000000Bb";
const day = 24 * 3_600 * 1_000;

describe("draftStore", () => {
  let now: number;
  let storage: Storage;
  beforeEach(() => {
    now = Date.UTC(2026, 0, 1);
    storage = memoryStorage();
  });

  const listOf = (author = ada, drifterId = "7") =>
    draftStore(
      drifterId,
      author,
      createStore(() => storage),
      () => now++,
    );
  const write = (id: string, text: string, continues: string[] = []) =>
    listOf().keep({ id, text, continues });
  const texts = (list = listOf()) => list.read().map(({ text }) => text);

  it("stores every draft under its own ID, latest first", () => {
    write("first visit", "The dust remembers");
    write("second visit", "x");
    write("second visit", "xy");
    expect(texts()).to.deep.equal(["xy", "The dust remembers"]);
    listOf().keep({ id: "second visit", text: "Story.", continues: [] }, "Story.");
    expect(texts()).to.deep.equal(["The dust remembers"]);
  });

  it("stores an empty text", () => {
    write("visit", "");
    expect(texts()).to.deep.equal([""]);
  });

  it("lists duplicate drafts once, and deletes both copies", () => {
    write("first visit", "The dust");
    write("second visit", "The dust");
    expect(texts()).to.deep.equal(["The dust"]);
    write("third visit", "The dust");
    listOf().discard("The dust");
    expect(texts()).to.deep.equal([]);
  });

  it("lists a draft only for its account and drifter", () => {
    write("visit", "The dust");
    expect(texts(listOf(bea))).to.deep.equal([]);
    expect(texts(listOf(ada, "77"))).to.deep.equal([]);
    listOf(ada, "77").keep({ id: "visit", text: "Salt", continues: [] });
    expect(texts()).to.deep.equal(["The dust"]);
  });

  it("retains the 20 latest drafts, regardless of clock errors", () => {
    for (let visit = 1; visit <= 22; visit += 1) write(`${visit}`, `Text ${visit}`);
    // A second tab has the newest text too.
    write("copy", "Text 22");
    const newest = Array.from({ length: 20 }, (_, index) => `Text ${22 - index}`);
    expect(texts()).to.deep.equal(newest);
    now += 40 * day;
    expect(texts()).to.deep.equal(newest);
    now -= 100 * day;
    write("clock behind", "Text 23");
    now += 60 * day;
    expect(texts()).to.deep.equal(["Text 23", ...newest.slice(0, 19)]);
  });

  it("reports full storage, and retains the stored drafts", () => {
    write("visit", "The dust");
    storage.setItem = () => {
      throw new DOMException("Full", "QuotaExceededError");
    };
    expect(write("other visit", "The dust forgets")).to.equal(false);
    expect(texts()).to.deep.equal(["The dust"]);
  });

  it("deletes the drafts of a published text, unless a different tab has changed them since", () => {
    write("first", "The dust");
    write("other tab", "Ash");
    const continues = listOf().read().map(draftVersion);
    write("other tab", "Ash falls");
    write("second", "The dust remembers", continues);
    // A reload, then the writer continues the newer version.
    const newest = listOf().read()[0];
    if (!newest) throw new Error("No draft is kept.");
    const visit = startDraft({ drifterId: "7", text: "Story." });
    const continued = changeDraft(visit, { type: "continued", draft: newest });
    listOf().deletePublished(changeDraft(continued, { type: "textChanged", text: "Published." }));
    expect(texts()).to.deep.equal(["Ash falls"]);
  });
});

const accounts = [ada, bea];
const tabs = [0, 1];
const words = ["", "The dust", "The dust remembers", "x", "xy", "Ash"];

type Action =
  | { do: "open" | "undo" | "sign" | "leave" | "switchAccount"; tab: number }
  | { do: "type"; tab: number; word: string }
  | { do: "continue" | "discard"; tab: number; which: number }
  | { do: "save"; tab: number; isAccepted: boolean };

const tab = fc.constantFrom(...tabs);
const as = <const Name extends string>(...names: Name[]) => fc.constantFrom(...names);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: as("open"), tab }) },
  { weight: 6, arbitrary: fc.record({ do: as("type"), tab, word: fc.constantFrom(...words) }) },
  { weight: 3, arbitrary: fc.record({ do: as("continue", "discard"), tab, which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: as("save"), tab, isAccepted: fc.boolean() }) },
  // Cancel, a reload, an outage, a transfer and navigation all end a visit without notifying the editor.
  {
    weight: 5,
    arbitrary: fc.record({ do: as("undo", "sign", "leave", "switchAccount"), tab }),
  },
);

interface Visit {
  draft: Draft;
  narrative: string;
  offered: SavedDraft[];
}

/** Tabs of one browser in which two accounts write about one drifter, and the texts that must be kept. */
class Desk {
  readonly #storage = memoryStorage();
  readonly #store = createStore(() => this.#storage);
  readonly #visits = new Map<number, Visit>();
  readonly #accountOf = new Map(tabs.map((tab) => [tab, 0]));
  /** The unpublished texts of each account, by the ID of their draft. */
  readonly #expectedDrafts = accounts.map(() => new Map<string, SavedDraft>());
  #story = "";
  #now = Date.UTC(2026, 0, 1);

  act(action: Action): void {
    this.#now += 60_000;
    const account = this.#accountOf.get(action.tab) ?? 0;
    const visit = this.#visits.get(action.tab);
    if (action.do === "switchAccount") {
      this.#visits.delete(action.tab);
      this.#accountOf.set(action.tab, 1 - account);
    } else if (action.do === "open") this.#open(action.tab, account);
    else if (visit) this.#write(visit, action, account);
  }

  /** Asserts that each account has exactly its expected drafts. */
  check(): void {
    this.#expectedDrafts.forEach((expectedDrafts, account) => {
      const stored = this.#listOf(account)
        .read()
        .map(({ text }) => text);
      const texts = new Set([...expectedDrafts.values()].map(({ text }) => text));
      expect(stored).to.have.members([...texts]);
    });
  }

  #listOf(account: number) {
    return draftStore("7", accounts[account] ?? "0x", this.#store, () => this.#now);
  }

  #open(tab: number, account: number): void {
    if (this.#visits.has(tab)) return;
    const narrative = this.#story;
    this.#visits.set(tab, {
      narrative,
      draft: startDraft({ drifterId: "7", text: narrative }),
      offered: this.#listOf(account).read(narrative),
    });
  }

  #write(visit: Visit, action: Exclude<Action, { do: "open" }>, account: number): void {
    const expectedDrafts = this.#expectedDrafts[account] ?? new Map<string, SavedDraft>();
    switch (action.do) {
      case "type": {
        const text = own(account, action.word);
        visit.draft = changeDraft(visit.draft, { type: "textChanged", text });
        const { id, continues } = visit.draft;
        this.#listOf(account).keep(visit.draft, visit.narrative);
        if (text === visit.narrative) expectedDrafts.delete(id);
        else expectedDrafts.set(id, { id, text, continues, typedAt: this.#now });
        break;
      }
      case "continue": {
        const draft = visit.offered[action.which];
        if (draft) visit.draft = changeDraft(visit.draft, { type: "continued", draft });
        break;
      }
      case "undo":
        visit.draft = changeDraft(visit.draft, { type: "replacementUndone" });
        break;
      case "discard": {
        const draft = visit.offered[action.which];
        if (!draft) break;
        this.#listOf(account).discard(draft.text);
        this.#pay(account, draft.text);
        break;
      }
      case "sign": {
        const { message } = visit.draft;
        if (message)
          visit.draft = changeDraft(visit.draft, { type: "signed", message, signature: "0x51" });
        break;
      }
      case "save": {
        const { draft } = visit;
        if (!action.isAccepted || !draft.signed || isSignatureStale(draft)) return;
        this.#story = draft.text;
        this.#listOf(account).deletePublished(draft);
        const obsolete = [...expectedDrafts.values()].filter((stored) =>
          draft.continues.includes(draftVersion(stored)),
        );
        for (const { text } of [draft, ...obsolete]) this.#pay(account, text);
        this.#visits.delete(action.tab);
        break;
      }
      case "leave":
        this.#visits.delete(action.tab);
        break;
    }
  }

  #pay(account: number, text: string): void {
    for (const [id, expectedDrafts] of this.#expectedDrafts[account] ?? []) {
      if (expectedDrafts.text === text) this.#expectedDrafts[account]?.delete(id);
    }
  }
}

/** Returns a text that only this account types. */
function own(account: number, word: string): string {
  return `${account}:${word}`;
}

describe("editor drafts", () => {
  it("never loses typed text, in any sequence of events across tabs", () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 10, maxLength: 40, size: "max" }), (actions) => {
        const desk = new Desk();
        for (const action of actions) {
          desk.act(action);
          desk.check();
        }
      }),
      searchBounds({ runs: 300, seed: 16, soakRuns: 100_000 }),
    );
  });
});
