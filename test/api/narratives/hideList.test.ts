import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mock } from "node:test";
import { expect } from "chai";
import { pino } from "pino";
import { FolderStore } from "../../../api/src/narratives/folder/folderStore.ts";
import { HiddenFolder } from "../../../api/src/narratives/folder/hiddenFolder.ts";
import { draft } from "../../support/api/narrativeDraft.ts";
import { stores, useStore } from "../../support/api/narrativeStores.ts";
import { until } from "../../support/until.ts";

for (const { name, create } of stores) {
  describe(`the hide list of ${name}`, () => {
    const { current, reopen, stories, textOf, historyOf } = useStore(create);

    const hide = async (drifterId: string, reason = "") => {
      await current.hideList.hide(drifterId, reason);
      await until(async () => (await current.store.stories()).isHidden(drifterId));
    };
    const unhide = async (drifterId: string) => {
      expect(await current.hideList.unhide(drifterId)).to.equal(true);
      await until(async () => !(await current.store.stories()).isHidden(drifterId));
    };
    const expectHidden = async (drifterId: string) => {
      expect((await current.store.stories()).isHidden(drifterId)).to.equal(true);
      expect(await stories()).not.to.include(drifterId);
      expect((await current.store.stories()).story(drifterId)).to.equal(undefined);
      expect((await current.store.stories()).get(drifterId)).to.deep.include({ isStory: true });
      expect(await current.store.find(drifterId)).to.equal(undefined);
      expect(await historyOf(drifterId)).to.deep.equal([]);
    };
    beforeEach(async () => {
      await current.store.save(draft("1", "One."));
      await current.store.save(draft("2", "Two."));
      await current.store.save(draft("1", "One, again."));
    });

    it("hides only that drifter's story from readers, even after a restart", async () => {
      const list = (await current.store.stories()).list();
      await hide("1");
      expect((await current.store.stories()).list()).not.to.equal(list);
      for (const when of ["before", "after"]) {
        if (when === "after") await reopen();
        await expectHidden("1");
        expect(await stories()).to.deep.equal(["2"]);
        expect(await textOf("2")).to.equal("Two.");
        expect((await current.store.stories()).isHidden("2")).to.equal(false);
      }
    });

    it("retains a hidden drifter's revisions, without revealing who removed the story", async () => {
      const revisions = await Array.fromAsync(current.store.revisions());
      await hide("1");
      expect(await Array.fromAsync(current.store.revisions())).to.deep.equal(revisions);
      expect((await current.store.stories()).revisions()).to.equal(3);
      const history = await Array.fromAsync(current.store.history("1", "readable"));
      expect(history.map(({ narrative }) => narrative)).to.deep.equal(["One, again.", "One."]);
      expect(await current.store.save(draft("1", "One."))).to.deep.equal({ kind: "replaced" });
      await current.store.save(draft("1", "<!-- gone -->"));
      expect((await current.store.stories()).absence("1")).to.deep.equal({});
    });

    it("restores the list, story and history after it unhides a drifter", async () => {
      const [list, history] = [(await current.store.stories()).list(), await historyOf("1")];
      await hide("1");
      await unhide("1");
      for (const when of ["before", "after"]) {
        if (when === "after") await reopen();
        expect((await current.store.stories()).list()).to.deep.equal(list);
        expect(await historyOf("1")).to.deep.equal(history);
        expect(await textOf("1")).to.equal("One, again.");
      }
      expect(await current.hideList.unhide("1")).to.equal(false);
    });

    it("lists hidden drifters with time and reason, and updates a reason", async () => {
      const before = Date.now();
      await hide("2", "a name");
      await hide("1", "an address \u{1f3dc}");
      const [two, one] = await current.hideList.entries();
      expect(two).to.deep.include({ drifterId: "2", reason: "a name" });
      expect(one).to.deep.include({ drifterId: "1", reason: "an address \u{1f3dc}" });
      expect(Date.parse(one?.hiddenAt ?? "")).to.be.within(before - 1_000, Date.now() + 1_000);
      await current.hideList.hide("2", "a name and a number");
      expect(await current.hideList.entries()).to.deep.equal([
        { ...two, reason: "a name and a number" },
        one,
      ]);
    });
  });
}

describe("manually edited hide list", () => {
  const { current, reopen, stories } = useStore();

  const entry = (drifterId: string) => join(current.folder, "hidden", `${drifterId}.json`);
  beforeEach(async () => {
    for (const id of ["1", "2", "3"]) await current.store.save(draft(id, "Dust."));
    await mkdir(join(current.folder, "hidden"));
  });

  it("hides every drifter with a file of any content, and ignores unrelated files", async () => {
    await writeFile(entry("1"), "");
    await writeFile(entry("2"), "{ not JSON");
    await writeFile(entry("03"), "{}");
    for (const end of [".txt", ""]) await writeFile(entry("3").replace(".json", end), "{}");
    await reopen();
    expect(await stories()).to.deep.equal(["3"]);
    expect(await new HiddenFolder(current.folder).entries()).to.have.deep.members([
      { drifterId: "1", reason: "", hiddenAt: "" },
      { drifterId: "2", reason: "", hiddenAt: "" },
    ]);
  });

  it("keeps the last list, with one warning, while the folder cannot be read", async () => {
    await writeFile(entry("1"), "");
    const log: string[] = [];
    await current.store.close();
    current.store = await FolderStore.open(
      current.folder,
      pino({}, { write: (line) => log.push(line) }),
    );
    await rename(join(current.folder, "hidden"), join(current.folder, "away"));
    await writeFile(join(current.folder, "hidden"), "no folder");
    const looks = mock.method(HiddenFolder.prototype, "ids");
    await until(() => log.length > 0 && looks.mock.callCount() > 2);
    expect(log.join("")).to.include("the hide list cannot be read");
    expect(await stories()).to.deep.equal(["3", "2"]);
    await rm(join(current.folder, "hidden"));
    await rename(join(current.folder, "away"), join(current.folder, "hidden"));
    await new HiddenFolder(current.folder).unhide("1");
    await until(async () => !(await current.store.stories()).isHidden("1"));
    expect(log).to.have.length(1);
  });
});
