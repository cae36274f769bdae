import { expect } from "chai";
import type { SignedRevision } from "#protocol/wire/responses";
import { StoreNotEmptyError } from "../../../api/src/narratives/store.ts";
import { codeOf, draft } from "../../support/api/narrativeDraft.ts";
import { stores, useStore } from "../../support/api/narrativeStores.ts";

for (const { name, create } of stores) {
  describe(`${name} as a narrative store`, () => {
    const { current, reopen, stories, textOf, historyOf } = useStore(create);

    describe("empty store", () => {
      it("[S7.3] returns no list, no story and no history", async () => {
        expect((await current.store.stories()).list()).to.deep.equal([]);
        expect(await current.store.find("1")).to.equal(undefined);
        expect((await current.store.stories()).story("1")).to.equal(undefined);
        expect(await historyOf("1")).to.deep.equal([]);
      });
    });

    describe("saved story", () => {
      it("[S7.5] finds the story unchanged, with revision and time", async () => {
        const given = draft("1", "Dust \u{1f3dc}\r\n\u0301 and 'quotes' \\ \t");
        const outcome = await current.store.save(given);
        const record = await current.store.find("1");
        expect(outcome).to.deep.equal({ kind: "saved", record });
        expect(record).to.deep.include({ ...given, revision: 1 });
        expect(new Date(record?.savedAt ?? "").toISOString()).to.equal(record?.savedAt);
      });

      it("returns the fields in the same order later, as the strong ETag promises", async () => {
        const saved = await current.store.save(draft("1", "One."));
        await reopen();
        const record = await current.store.find("1");
        expect(JSON.stringify({ kind: "saved", record })).to.equal(JSON.stringify(saved));
      });

      it("returns the existing record for a repeated save", async () => {
        await current.store.save(draft("1", "One."));
        const record = await current.store.find("1");
        const again = await current.store.save({ ...draft("1", "One."), signature: "0x02" });
        expect(again).to.deep.equal({ kind: "unchanged", record });
        expect(await historyOf("1")).to.have.length(1);
      });
    });

    describe("replaced stories", () => {
      it("[S7.4] [S7.13] preserves stories, their order and every replaced text across a restart", async () => {
        await current.store.save(draft("1", "One."));
        await current.store.save(draft("2", "Two."));
        await current.store.save(draft("1", "One, again."));
        const list = (await current.store.stories()).list();
        for (const when of ["before", "after"]) {
          if (when === "after") await reopen();
          expect((await current.store.stories()).list()).to.deep.equal(list);
          expect(await stories()).to.deep.equal(["1", "2"]);
          const outcome = await current.store.save(draft("1", "One."), () => false);
          expect(outcome).to.deep.equal({ kind: "replaced" });
        }
      });

      it("returns every revision, latest first", async () => {
        // More revisions than one query returns.
        const texts = Array.from({ length: 66 }, (_, index) => `Telling ${index}.`);
        for (const text of texts) await current.store.save(draft("1", text));
        expect(await current.store.save(draft("1", "Telling 0."))).to.have.property(
          "kind",
          "replaced",
        );
        await current.store.save(draft("2", "Another drifter's."));
        await reopen();
        expect(await Array.fromAsync(current.store.revisions())).to.have.length(67);
        const history = await historyOf("1");
        expect(history.map(({ narrative }) => narrative)).to.deep.equal(texts.toReversed());
        expect(history.map(({ revision }) => revision)).to.deep.equal(
          texts.map((_, index) => index + 1).reverse(),
        );
        expect(history.at(-1)).to.deep.include(draft("1", "Telling 0."));
      });

      it("assigns a unique time to each save", async () => {
        const saves = Array.from({ length: 20 }, (_, id) =>
          current.store.save(draft(`${id}`, "Now.")),
        );
        await Promise.all(saves);
        const instants = (await current.store.stories()).list().map(({ savedAt }) => savedAt);
        expect(new Set(instants).size).to.equal(20);
        expect(instants).to.deep.equal(instants.toSorted().reverse());
      });
    });

    describe("removed story", () => {
      for (const removal of ["", "<!-- 5f3c -->\n"]) {
        it(`omits the story but retains its history after ${JSON.stringify(removal)}`, async () => {
          await current.store.save(draft("1", "One."));
          await current.store.save(draft("1", removal));
          await current.store.save(draft("2", removal));
          for (const when of ["before", "after"]) {
            if (when === "after") await reopen();
            expect(await stories()).to.deep.equal([]);
            expect(await textOf("1")).to.equal(undefined);
            expect((await current.store.stories()).story("1")).to.equal(undefined);
            expect((await current.store.stories()).get("1")).to.deep.include({ isStory: false });
            expect((await current.store.stories()).revisions()).to.equal(3);
            const history = await historyOf("1");
            expect(history.map(({ narrative }) => narrative)).to.deep.equal([removal, "One."]);
          }
          const isFirst = (current: unknown) => current === undefined;
          const outcome = await current.store.save(draft("1", "Three."), isFirst);
          expect(outcome).to.have.nested.property("record.revision", 3);
        });
      }
    });

    describe("concurrent saves", () => {
      it("serializes one drifter's saves, each as its own revision", async () => {
        const texts = Array.from({ length: 20 }, (_, index) => `Telling ${index}`);
        await Promise.all(texts.map((text) => current.store.save(draft("1", text))));
        const history = await historyOf("1");
        expect(history.map(({ narrative }) => narrative)).to.deep.equal(texts.toReversed());
      });

      it("accepts only one of two saves over the same revision", async () => {
        await current.store.save(draft("1", "One."));
        const overFirst = (current: { revision: number } | undefined) => current?.revision === 1;
        const outcomes = await Promise.all([
          current.store.save(draft("1", "Two."), overFirst),
          current.store.save(draft("1", "Also two."), overFirst),
        ]);
        expect(outcomes.map(({ kind }) => kind)).to.deep.equal(["saved", "stale"]);
      });

      it("finishes open saves before it closes", async () => {
        const saves = ["1", "2", "3"].map((id) => current.store.save(draft(id, "Just in time.")));
        await current.store.close();
        expect((await Promise.all(saves)).map(({ kind }) => kind)).to.deep.equal(
          Array(3).fill("saved"),
        );
        current.store = await current.open();
        expect(await stories()).to.have.members(["1", "2", "3"]);
      });
    });

    describe("import", () => {
      const readAll = async () => {
        for (const [id, text] of [
          ["1", "One."],
          ["10", "Ten."],
          ["2", "Two."],
          ["1", "One, again."],
          ["10", "<!-- 5f3c -->"],
        ] as const) {
          await current.store.save(draft(id, text));
        }
        const revisions = await Array.fromAsync(current.store.revisions());
        return {
          revisions,
          list: (await current.store.stories()).list(),
          history: await historyOf("1"),
        };
      };

      it("returns all signed revisions, each drifter's oldest first", async () => {
        const { revisions, history } = await readAll();
        expect(revisions).to.have.length(5);
        const ofFirst = revisions.filter(({ drifterId }) => drifterId === "1");
        expect(ofFirst).to.deep.equal(history.toReversed());
      });

      it("imports the revisions in order, and numbers later saves after them", async () => {
        const { revisions, list, history } = await readAll();
        await using otherHome = await create();
        let other = await otherHome.open();
        expect(await other.restore(from(revisions))).to.equal(5);
        expect((await other.stories()).list()).to.deep.equal(list);
        expect((await other.stories()).get("10")).to.deep.equal(
          (await current.store.stories()).get("10"),
        );
        expect(await Array.fromAsync(other.history("1"))).to.deep.equal(history);
        expect(await Array.fromAsync(other.revisions())).to.deep.equal(revisions);
        expect(await other.save(draft("1", "One."))).to.deep.equal({ kind: "replaced" });
        await other.save(draft("3", "Three."));
        await other.close();
        other = await otherHome.open();
        expect((await other.stories()).list().map(({ drifterId }) => drifterId)).to.deep.equal([
          "3",
          "1",
          "2",
        ]);
        await other.close();
      });

      it("imports no revision when the source fails", async () => {
        const { revisions } = await readAll();
        await using otherHome = await create();
        let other = await otherHome.open();
        const failure = await other.restore(from(revisions, "then break")).catch((error) => error);
        expect(failure).to.have.property("message", "The archive ends here.");
        for (const when of ["before", "after"]) {
          if (when === "after") {
            await other.close();
            other = await otherHome.open();
          }
          expect((await other.stories()).list()).to.deep.equal([]);
          expect(await Array.fromAsync(other.revisions())).to.deep.equal([]);
        }
        expect(await other.restore(from(revisions))).to.equal(5);
        await other.close();
      });

      it("imports nothing into a store with stories", async () => {
        const { revisions, list } = await readAll();
        const failure = await current.store.restore(from(revisions)).catch((error) => error);
        expect(failure).to.be.instanceOf(StoreNotEmptyError);
        expect((await current.store.stories()).list()).to.deep.equal(list);
      });
    });

    describe("check", () => {
      it("fails, and rejects saves, once closed", async () => {
        await current.store.close();
        expect(await codeOf(current.store.save(draft("1", "Too late.")))).to.equal(
          "store.unavailable",
        );
        expect(await codeOf(current.store.check())).to.equal("store.unavailable");
        current.store = await current.open();
        expect(await stories()).to.deep.equal([]);
      });
    });
  });
}

async function* from(revisions: readonly SignedRevision[], end?: "then break") {
  yield* revisions;
  if (end !== undefined) throw new Error("The archive ends here.");
}
