import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { pino } from "pino";
import type { NarrativeRecord } from "#protocol/narrative";
import { HiddenFolder } from "../../api/src/narratives/hiddenFolder.ts";
import type { HideList } from "../../api/src/narratives/hideList.ts";
import { LowdbStore } from "../../api/src/narratives/lowdbStore.ts";
import { narrativeHash } from "../../api/src/narratives/narrativeHash.ts";
import { PostgresStore } from "../../api/src/narratives/postgresStore.ts";
import { listItemOf } from "../../api/src/narratives/receipt.ts";
import { type NarrativeStore, StoreNotEmptyError } from "../../api/src/narratives/store.ts";
import { temporaryFolder } from "./apiFixture.ts";
import { borrowDatabase } from "./borrowedDatabase.ts";
import { codeOf, draft } from "./narrativeDraft.ts";

const silent = pino({ level: "silent" });

/** Where a store keeps its stories, and how to open it there; each home is new and empty. */
interface Home extends AsyncDisposable {
  open(): Promise<NarrativeStore>;
  /** What moderators use, whether the store is open or not. */
  hideList: HideList;
}

const homes = [
  { name: "LowdbStore", create: createFolderHome },
  { name: "PostgresStore", create: createDatabaseHome },
];

for (const { name, create } of homes) {
  describe(`${name}, as every narrative store`, () => {
    let home: Home;
    let store: NarrativeStore;
    beforeEach(async () => {
      home = await create();
      store = await home.open();
    });
    afterEach(async () => {
      await store.close();
      await home[Symbol.asyncDispose]();
    });

    const reopen = async () => {
      await store.close();
      store = await home.open();
    };
    const stories = async () => (await store.list()).map(({ drifterId }) => drifterId);
    const textOf = async (drifterId: string) => (await store.find(drifterId))?.narrative;
    const historyOf = async (drifterId: string) => Array.fromAsync(store.history(drifterId));

    describe("given it is empty", () => {
      it("[S7.3] lists nothing, finds nothing and remembers nothing", async () => {
        expect(await store.list()).to.deep.equal([]);
        expect(await store.find("1")).to.equal(undefined);
        expect(await store.peek("1")).to.equal(undefined);
        expect(await historyOf("1")).to.deep.equal([]);
        expect(await store.wasReplaced("1", narrativeHash("One."))).to.equal(false);
      });
    });

    describe("given a story was saved", () => {
      it("[S7.5] finds it as it was given, with its revision and instant", async () => {
        const given = draft("1", "Dust \u{1f3dc}\r\n\u0301 and 'quotes' \\ \t");
        const outcome = await store.save(given);
        const record = await store.find("1");
        expect(outcome).to.deep.equal({ kind: "saved", record });
        expect(record).to.deep.include({ ...given, revision: 1 });
        expect(new Date(record?.savedAt ?? "").toISOString()).to.equal(record?.savedAt);
      });

      it("keeps the largest id and a text of a megabyte", async () => {
        const largest = (2n ** 256n - 1n).toString();
        const text = "dust \u{1f3dc} ".repeat(100_000);
        await store.save(draft(largest, text));
        await reopen();
        expect(await textOf(largest)).to.equal(text);
      });

      it("[S6.4] answers its repeat with the record as it stands", async () => {
        await store.save(draft("1", "One."));
        const record = await store.find("1");
        const again = await store.save({ ...draft("1", "One."), signature: "0x02" });
        expect(again).to.deep.equal({ kind: "unchanged", record });
        expect(await historyOf("1")).to.have.length(1);
      });

      it("keeps one list and one line of it until something changes", async () => {
        await store.save(draft("1", "One."));
        await store.save(draft("2", "Two."));
        const [list, line] = [await store.list(), await store.peek("1")];
        expect(await store.list()).to.equal(list);
        await store.save(draft("2", "Two, again."));
        expect(await store.list()).not.to.equal(list);
        expect(await store.peek("1")).to.equal(line);
        expect(list).to.include(line);
      });
    });

    describe("given stories were replaced", () => {
      it("[S7.4] [S7.13] remembers stories, their order, and every old text, also when opened again", async () => {
        await store.save(draft("1", "One."));
        await store.save(draft("2", "Two."));
        await store.save(draft("1", "One, again."));
        const list = await store.list();
        for (const when of ["before", "after"]) {
          if (when === "after") await reopen();
          expect(await store.list()).to.deep.equal(list);
          expect(await stories()).to.deep.equal(["1", "2"]);
          expect(await store.wasReplaced("1", narrativeHash("One."))).to.equal(true);
          expect(await store.save(draft("1", "One."))).to.deep.equal({ kind: "replaced" });
          expect(await store.wasReplaced("1", narrativeHash("One, again."))).to.equal(false);
          expect(await store.wasReplaced("2", narrativeHash("One."))).to.equal(false);
        }
      });

      it("tells every accepted revision, newest first, whole", async () => {
        const texts = Array.from({ length: 20 }, (_, index) => `Telling ${index}.`);
        for (const text of texts) await store.save(draft("1", text));
        await store.save(draft("2", "Another drifter's."));
        await reopen();
        const history = await historyOf("1");
        expect(history.map(({ narrative }) => narrative)).to.deep.equal(texts.toReversed());
        expect(history.map(({ revision }) => revision)).to.deep.equal(
          texts.map((_, index) => index + 1).reverse(),
        );
        expect(history.at(-1)).to.deep.include(draft("1", "Telling 0."));
      });

      it("gives no two saves one instant", async () => {
        const saves = Array.from({ length: 20 }, (_, id) => store.save(draft(`${id}`, "Now.")));
        await Promise.all(saves);
        const instants = (await store.list()).map(({ savedAt }) => savedAt);
        expect(new Set(instants).size).to.equal(20);
        expect(instants).to.deep.equal(instants.toSorted().reverse());
      });
    });

    describe("given a story was taken down", () => {
      for (const removal of ["", "<!-- 5f3c -->\n"]) {
        it(`neither lists nor finds it, and remembers what it was: ${JSON.stringify(removal)}`, async () => {
          await store.save(draft("1", "One."));
          await store.save(draft("1", removal));
          for (const when of ["before", "after"]) {
            if (when === "after") await reopen();
            expect(await stories()).to.deep.equal([]);
            expect(await textOf("1")).to.equal(undefined);
            expect(await store.peek("1")).to.equal(undefined);
            expect(await store.newest("1")).to.deep.include({ isStory: false });
            expect(await store.size()).to.deep.equal({ stories: 0, receipts: 2 });
            expect(await store.wasReplaced("1", narrativeHash("One."))).to.equal(true);
            const history = await historyOf("1");
            expect(history.map(({ narrative }) => narrative)).to.deep.equal([removal, "One."]);
          }
          const outcome = await store.save(draft("1", "Three."));
          expect(outcome).to.have.nested.property("record.revision", 3);
        });
      }

      it("tells of each drifter's newest revision, whether it is a story", async () => {
        expect(await store.newest("1")).to.equal(undefined);
        for (const text of ["<!-- 5f3c -->", "<!-- 5f3c -->\n\nOne."]) {
          await store.save(draft("1", text));
          const [, isStory] = text.split("\n\n");
          const [newest] = await historyOf("1");
          expect(await store.newest("1")).to.deep.equal({
            item: listItemOf(newest as NarrativeRecord),
            hash: narrativeHash(text),
            isStory: isStory !== undefined,
          });
        }
      });

      it("tells a precondition that there is none", async () => {
        await store.save(draft("1", "One."));
        await store.save(draft("1", ""));
        const outcome = await store.save(draft("1", "Three."), (current) => current !== undefined);
        expect(outcome).to.deep.equal({ kind: "stale" });
      });
    });

    describe("given many saves at once", () => {
      it("[D9] takes those of one drifter one after the other, each under its own revision", async () => {
        const texts = Array.from({ length: 20 }, (_, index) => `Telling ${index}`);
        await Promise.all(texts.map((text) => store.save(draft("1", text))));
        const history = await historyOf("1");
        expect(history.map(({ narrative }) => narrative)).to.deep.equal(texts.toReversed());
      });

      it("lets only one of two win that would replace the same revision", async () => {
        await store.save(draft("1", "One."));
        const overFirst = (current: { revision: number } | undefined) => current?.revision === 1;
        const outcomes = await Promise.all([
          store.save(draft("1", "Two."), overFirst),
          store.save(draft("1", "Also two."), overFirst),
        ]);
        expect(outcomes.map(({ kind }) => kind)).to.deep.equal(["saved", "stale"]);
      });

      it("finishes those in flight before it closes", async () => {
        const saves = ["1", "2", "3"].map((id) => store.save(draft(id, "Just in time.")));
        await store.close();
        expect((await Promise.all(saves)).map(({ kind }) => kind)).to.deep.equal(
          Array(3).fill("saved"),
        );
        store = await home.open();
        expect(await stories()).to.have.members(["1", "2", "3"]);
      });
    });

    describe("given receipts of another store", () => {
      const told = async () => {
        for (const [id, text] of [
          ["1", "One."],
          ["10", "Ten."],
          ["2", "Two."],
          ["1", "One, again."],
          ["10", "<!-- 5f3c -->"],
        ] as const) {
          await store.save(draft(id, text));
        }
        const receipts = await Array.fromAsync(store.receipts());
        return { receipts, list: await store.list(), history: await historyOf("1") };
      };

      it("tells all of them, each drifter's oldest first", async () => {
        const { receipts, history } = await told();
        expect(receipts).to.have.length(5);
        const ofFirst = receipts.filter(({ drifterId }) => drifterId === "1");
        expect(ofFirst).to.deep.equal(history.toReversed());
      });

      it("takes them over whole, in order, and goes on from there", async () => {
        const { receipts, list, history } = await told();
        await using otherHome = await create();
        const other = await otherHome.open();
        expect(await other.restore(from(receipts))).to.equal(5);
        expect(await other.list()).to.deep.equal(list);
        expect(await other.newest("10")).to.deep.equal(await store.newest("10"));
        expect(await Array.fromAsync(other.history("1"))).to.deep.equal(history);
        expect(await Array.fromAsync(other.receipts())).to.deep.equal(receipts);
        expect(await other.save(draft("1", "One."))).to.deep.equal({ kind: "replaced" });
        await other.save(draft("3", "Three."));
        expect((await other.list()).map(({ drifterId }) => drifterId)).to.deep.equal([
          "3",
          "1",
          "2",
        ]);
        await other.close();
      });

      it("takes over none when one cannot be had", async () => {
        const { receipts } = await told();
        await using otherHome = await create();
        let other = await otherHome.open();
        const failure = await other.restore(from(receipts, "then break")).catch((error) => error);
        expect(failure).to.have.property("message", "The archive ends here.");
        for (const when of ["before", "after"]) {
          if (when === "after") {
            await other.close();
            other = await otherHome.open();
          }
          expect(await other.list()).to.deep.equal([]);
          expect(await Array.fromAsync(other.receipts())).to.deep.equal([]);
        }
        expect(await other.restore(from(receipts))).to.equal(5);
        await other.close();
      });

      it("takes over none where there are stories already", async () => {
        const { receipts, list } = await told();
        const failure = await store.restore(from(receipts)).catch((error) => error);
        expect(failure).to.be.instanceOf(StoreNotEmptyError);
        expect(await store.list()).to.deep.equal(list);
      });
    });

    describe("given moderators hide a drifter", () => {
      const hide = async (drifterId: string, reason = "") => {
        await home.hideList.hide(drifterId, reason);
        await until(() => store.isHidden(drifterId));
      };
      const unhide = async (drifterId: string) => {
        expect(await home.hideList.unhide(drifterId)).to.equal(true);
        await until(async () => !(await store.isHidden(drifterId)));
      };
      const expectHidden = async (drifterId: string) => {
        expect(await store.isHidden(drifterId)).to.equal(true);
        expect(await stories()).not.to.include(drifterId);
        expect(await store.peek(drifterId)).to.equal(undefined);
        expect(await store.newest(drifterId)).to.deep.include({ isStory: true });
        expect(await store.find(drifterId)).to.equal(undefined);
        expect(await historyOf(drifterId)).to.deep.equal([]);
      };
      beforeEach(async () => {
        await store.save(draft("1", "One."));
        await store.save(draft("2", "Two."));
        await store.save(draft("1", "One, again."));
      });

      it("tells readers nothing of it, and the others as before, also when opened again", async () => {
        const list = await store.list();
        await hide("1");
        expect(await store.list()).not.to.equal(list);
        for (const when of ["before", "after"]) {
          if (when === "after") await reopen();
          await expectHidden("1");
          expect(await stories()).to.deep.equal(["2"]);
          expect(await textOf("2")).to.equal("Two.");
          expect(await store.isHidden("2")).to.equal(false);
        }
      });

      it("keeps all of it: receipts, count, and the texts that were replaced", async () => {
        const receipts = await Array.fromAsync(store.receipts());
        await hide("1");
        expect(await Array.fromAsync(store.receipts())).to.deep.equal(receipts);
        expect(await store.size()).to.deep.equal({ stories: 1, receipts: 3 });
        expect(await store.wasReplaced("1", narrativeHash("One."))).to.equal(true);
        expect(await store.save(draft("1", "One."))).to.deep.equal({ kind: "replaced" });
      });

      it("accepts its owner's next story over the one that is hidden, and hides it too", async () => {
        await hide("1");
        const overSecond = (current: { revision: number } | undefined) => current?.revision === 2;
        const outcome = await store.save(draft("1", "One, at last."), overSecond);
        expect(outcome).to.have.nested.property("record.revision", 3);
        await expectHidden("1");
        await unhide("1");
        expect(await textOf("1")).to.equal("One, at last.");
      });

      it("tells all of it again once it is shown, as if nothing had been", async () => {
        const [list, history] = [await store.list(), await historyOf("1")];
        await hide("1");
        await unhide("1");
        for (const when of ["before", "after"]) {
          if (when === "after") await reopen();
          expect(await store.list()).to.deep.equal(list);
          expect(await historyOf("1")).to.deep.equal(history);
          expect(await textOf("1")).to.equal("One, again.");
        }
        expect(await home.hideList.unhide("1")).to.equal(false);
      });

      it("hides a story that is only written afterwards", async () => {
        await home.hideList.hide("3", "");
        await store.save(draft("3", "Three."));
        await until(() => store.isHidden("3"));
        await expectHidden("3");
      });

      it("keeps it hidden when receipts are brought in under the hide list", async () => {
        const receipts = await Array.fromAsync(store.receipts());
        await using otherHome = await create();
        const other = await otherHome.open();
        await otherHome.hideList.hide("2", "");
        await other.restore(from(receipts));
        await until(() => other.isHidden("2"));
        expect((await other.list()).map(({ drifterId }) => drifterId)).to.deep.equal(["1"]);
        await other.close();
      });

      it("lists who is hidden, since when and why, and takes a better reason", async () => {
        const before = Date.now();
        await hide("2", "a name");
        await hide("1", "an address \u{1f3dc}");
        const [two, one] = await home.hideList.entries();
        expect(two).to.deep.include({ drifterId: "2", reason: "a name" });
        expect(one).to.deep.include({ drifterId: "1", reason: "an address \u{1f3dc}" });
        expect(Date.parse(one?.hiddenAt ?? "")).to.be.within(before - 1_000, Date.now() + 1_000);
        await home.hideList.hide("2", "a name and a number");
        expect(await home.hideList.entries()).to.deep.equal([
          { ...two, reason: "a name and a number" },
          one,
        ]);
      });
    });

    describe("when it is asked how it is", () => {
      it("says that a save could be written, and leaves nothing behind", async () => {
        await store.save(draft("1", "One."));
        await store.save(draft("1", ""));
        await store.save(draft("2", "Two."));
        const receipts = await Array.fromAsync(store.receipts());
        await store.check();
        expect(await Array.fromAsync(store.receipts())).to.deep.equal(receipts);
        expect(await store.size()).to.deep.equal({ stories: 1, receipts: 3 });
      });

      it("takes nothing more and says so once it is closed", async () => {
        await store.close();
        expect(await codeOf(store.save(draft("1", "Too late.")))).to.equal("store.unavailable");
        expect(await codeOf(store.check())).to.equal("store.unavailable");
        store = await home.open();
        expect(await stories()).to.deep.equal([]);
      });
    });
  });
}

/** Waits for what another process has to notice first. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(10);
}

async function createFolderHome(): Promise<Home> {
  const folder = join(await temporaryFolder(), "narratives");
  await mkdir(folder);
  return {
    open: () => LowdbStore.open(folder, silent),
    hideList: new HiddenFolder(folder),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function createDatabaseHome(): Promise<Home> {
  const database = await borrowDatabase();
  // As a moderator's own process has it, beside the store under test.
  const moderators = await PostgresStore.open(database.url, silent);
  return {
    open: () => PostgresStore.open(database.url, silent),
    hideList: moderators.hideList,
    async [Symbol.asyncDispose]() {
      await moderators.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function* from(receipts: readonly NarrativeRecord[], end?: "then break") {
  yield* receipts;
  if (end !== undefined) throw new Error("The archive ends here.");
}
