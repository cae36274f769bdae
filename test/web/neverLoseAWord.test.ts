import { expect } from "chai";
import fc from "fast-check";
import type { Address } from "viem";
import {
  changeDraft,
  type Draft,
  draftsToContinue,
  isSignatureStale,
  keepDraft,
  startDraft,
} from "../../web/src/narrative/draft.ts";
import { draftList, type KeptDraft } from "../../web/src/narrative/draftList.ts";
import { createStore } from "../../web/src/storage.ts";
import { MemoryStorage } from "../support/memoryStorage.ts";
import { searchBounds } from "../support/search.ts";

const accounts: Address[] = [
  "0x00000000000000000000000000000000000000aA",
  "0x00000000000000000000000000000000000000Bb",
];
const tabs = [0, 1];
const words = ["", "The dust", "The dust remembers", "x", "xy", "Ash"];

type Action =
  | { do: "open" | "undo" | "sign" | "reject" | "leave" | "switchAccount"; tab: number }
  | { do: "type"; tab: number; word: string }
  | { do: "continue" | "discard"; tab: number; which: number }
  | { do: "save"; tab: number; isAccepted: boolean };

const tab = fc.constantFrom(...tabs);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("open" as const), tab }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("type" as const),
      tab,
      word: fc.constantFrom(...words),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("continue" as const, "discard" as const),
      tab,
      which: fc.nat(5),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("save" as const), tab, isAccepted: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      // Cancel, a reload, an outage, a transfer and navigation all end a visit without notice to the editor.
      do: fc.constantFrom(
        "undo" as const,
        "sign" as const,
        "reject" as const,
        "leave" as const,
        "switchAccount" as const,
      ),
      tab,
    }),
  },
);

interface Visit {
  draft: Draft;
  narrative: string;
  offered: KeptDraft[];
}

/** Tabs of one browser in which two accounts write for one drifter, and the texts that must be kept. */
class Desk {
  readonly #storage = new MemoryStorage();
  readonly #store = createStore(() => this.#storage);
  readonly #visits = new Map<number, Visit>();
  readonly #accountOf = new Map(tabs.map((tab) => [tab, 0]));
  /** By account: the unpublished texts, by the ID under which they were typed. */
  readonly #owed = accounts.map(() => new Map<string, string>());
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

  /** Asserts that exactly the texts owed to each account are kept. */
  check(): void {
    this.#owed.forEach((owed, account) => {
      const kept = this.#listOf(account)
        .read()
        .map(({ text }) => text);
      for (const text of owed.values()) expect(kept).to.include(text);
      for (const text of kept) expect(text).to.satisfy((t: string) => t.startsWith(`${account}:`));
    });
  }

  #listOf(account: number) {
    return draftList("7", accounts[account] ?? "0x", this.#store, () => this.#now);
  }

  #open(tab: number, account: number): void {
    if (this.#visits.has(tab)) return;
    const narrative = this.#story;
    this.#visits.set(tab, {
      narrative,
      draft: startDraft({ drifterId: "7", text: narrative }),
      offered: draftsToContinue(this.#listOf(account), narrative),
    });
  }

  #write(visit: Visit, action: Exclude<Action, { do: "open" }>, account: number): void {
    const owed = this.#owed[account] ?? new Map<string, string>();
    switch (action.do) {
      case "type": {
        const text = own(account, action.word);
        visit.draft = changeDraft(visit.draft, { type: "textChanged", text });
        keepDraft(this.#listOf(account), visit.draft, visit.narrative);
        if (text === visit.narrative) owed.delete(visit.draft.id);
        else owed.set(visit.draft.id, text);
        break;
      }
      case "continue": {
        const draft = visit.offered[action.which];
        if (draft) visit.draft = changeDraft(visit.draft, { type: "continued", text: draft.text });
        break;
      }
      case "undo":
        visit.draft = changeDraft(visit.draft, { type: "continuationUndone" });
        break;
      case "discard": {
        const draft = visit.offered[action.which];
        if (draft) this.#takeAway(account, draft.text);
        break;
      }
      case "sign": {
        const { message } = visit.draft;
        if (message)
          visit.draft = changeDraft(visit.draft, { type: "signed", message, signature: "0x51" });
        break;
      }
      case "reject":
        visit.draft = changeDraft(visit.draft, { type: "signingFailed" });
        break;
      case "save":
        if (!action.isAccepted || !visit.draft.signed || isSignatureStale(visit.draft)) return;
        this.#story = visit.draft.text;
        this.#takeAway(account, visit.draft.text);
        this.#visits.delete(action.tab);
        break;
      case "leave":
        this.#visits.delete(action.tab);
        break;
    }
  }

  #takeAway(account: number, text: string): void {
    this.#listOf(account).removeText(text);
    for (const [id, owed] of this.#owed[account] ?? []) {
      if (owed === text) this.#owed[account]?.delete(id);
    }
  }
}

/** Returns a text that only this account types. */
function own(account: number, word: string): string {
  return `${account}:${word}`;
}

describe("the editor's drafts", () => {
  it("never lose a typed text, in any sequence of events in several tabs", () => {
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
