import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import type { DrifterId } from "#protocol/drifterId";
import type { DrifterMetadata } from "#protocol/drifterMetadata";
import { createCollectionMetadata } from "../../api/src/catalogue/collectionMetadata.ts";
import { ApiError } from "../../api/src/problem.ts";

type Attributes = DrifterMetadata["attributes"];

const nothing = { traits: [], words: "" };

describe("createCollectionMetadata", () => {
  /** Files by ID; those of others are missing. */
  let files: Record<DrifterId, { name: string; attributes?: Attributes } | "unreadable">;
  /** Changed together with files. */
  let stamp: number;
  let seconds: number;
  let reads: DrifterId[];
  let lists: number;
  let delay: () => Promise<void>;
  beforeEach(() => {
    delay = async () => {};
    files = {};
    stamp = 0;
    seconds = 0;
    reads = [];
    lists = 0;
  });

  const create = () =>
    createCollectionMetadata(
      {
        async readMetadata(id) {
          reads.push(id);
          await delay();
          const file = files[id];
          if (file === "unreadable") throw new ApiError("collection.unavailable");
          return file && { description: "", attributes: [], ...file };
        },
        stampOf: async () => String(stamp),
        async listIds() {
          lists += 1;
          return Object.keys(files);
        },
      },
      () => seconds * 1_000,
    );
  const items = (...ids: DrifterId[]) => ids.map((drifterId) => ({ drifterId }));
  const call = (name: string, attributes?: Attributes) => {
    files["7"] = { name, ...(attributes && { attributes }) };
    stamp += 1;
  };

  it("reads a name again after five minutes, and returns the old one meanwhile", async () => {
    const list = items("7");
    const names = create();
    call("Mara");
    await names.know(list);
    call("Mara of the Salt Flats");
    seconds = 299;
    expect(names.know(list)).to.equal(undefined);
    await setImmediate();
    expect(reads).to.deep.equal(["7"]);
    seconds = 300;
    expect(names.know(list)).to.equal(undefined);
    expect(names.of("7")?.name).to.equal("Mara");
    await setImmediate();
    expect(names.of("7")?.name).to.equal("Mara of the Salt Flats");
    call("Mara, again");
    seconds = 599;
    await names.know(items("7"));
    await setImmediate();
    expect(reads).to.have.length(2);
  });

  it("does not read a file again that has not changed", async () => {
    const names = create();
    call("Mara");
    await names.know(items("7"));
    seconds = 300;
    await names.know(items("7"));
    await setImmediate();
    expect(reads).to.deep.equal(["7"]);
  });

  it("counts new and changed names and traits, but not unchanged ones", async () => {
    const names = create();
    expect(names.version()).to.equal(0);
    call("Mara", [{ trait_type: "Hat", value: "Cowl" }]);
    await names.know(items("7", "8"));
    expect([names.version(), names.of("7")?.name]).to.deep.equal([1, "Mara"]);
    expect(names.of("8")).to.deep.include(nothing).and.not.have.property("name");
    const versions: number[] = [];
    for (const [name, ...values] of [
      ["Mara", "Cowl"],
      ["Mara", "Bare"],
      ["Mara", "Bare", "Cowl"],
      ["Mara", "Bare"],
      ["Ilse", "Bare"],
      ["Ilse"],
    ]) {
      call(
        String(name),
        values.map((value) => ({ trait_type: "Hat", value })),
      );
      seconds += 300;
      await names.know(items("7", "9"));
      await setImmediate();
      versions.push(names.version());
    }
    expect(versions).to.deep.equal([1, 2, 3, 4, 5, 6]);
  });

  it("shortens a name to 120 characters, and omits invisible ones", async () => {
    const names = create();
    files["8"] = { name: " " };
    call("x".repeat(121));
    await names.know(items("7", "8"));
    expect(names.of("7")?.name).to.equal(`${"x".repeat(119)}…`);
    expect(names.of("8")).to.deep.include(nothing).and.not.have.property("name");
  });

  it("has complete traits once each, on one line, of limited length, with their folded words", async () => {
    const names = create();
    call("Mara of  Ümir", [
      { trait_type: "Hat", value: "Cowl " },
      { trait_type: "Hat", value: "Cowl" },
      { trait_type: "Power", value: 7 },
      { trait_type: "Is\nold", value: true },
      { trait_type: " ", value: "Dusk" },
      { trait_type: "Sky", value: "" },
      { trait_type: "t".repeat(61), value: "v".repeat(121) },
    ]);
    files["8"] = { name: "Wren", attributes: [{ trait_type: "Hat", value: "Cowl" }] };
    await names.know(items("7", "8"));
    expect(names.of("7")).to.deep.include({
      name: "Mara of Ümir",
      traits: [
        { type: "Hat", value: "Cowl" },
        { type: "Power", value: "7" },
        { type: "Is old", value: "true" },
        { type: `${"t".repeat(59)}…`, value: `${"v".repeat(119)}…` },
      ],
      words: ` mara of umir cowl 7 true ${"v".repeat(119)}`,
    });
    // The same object, so that drifters with a trait are found without a comparison of texts.
    expect(names.of("8")?.traits[0]).to.equal(names.of("7")?.traits[0]);
  });

  it("returns a list once its names are read, even if an earlier one has arrived meanwhile", async () => {
    const names = create();
    call("Mara");
    const first = names.know(items("1"));
    const list = items(...Array.from({ length: 64 }, (_, index) => String(100 + index)), "7");
    void names.know(list);
    await first;
    await names.know(list);
    expect(names.of("7")?.name).to.equal("Mara");
    await setImmediate();
    expect(names.know(list)).to.equal(undefined);
  });

  it("loads the metadata of the same list once, and lists the collection once in five minutes", async () => {
    const names = create();
    call("Mara");
    const list = items("7");
    delay = setImmediate;
    await Promise.all([names.load(list), names.load(list)]);
    expect(names.of("7")?.name).to.equal("Mara");
    await names.load(list);
    expect(reads).to.deep.equal(["7"]);
    call("Ilse");
    seconds = 300;
    await names.load(list);
    while (names.version() === 1) await setImmediate();
    expect(names.of("7")?.name).to.equal("Ilse");
    seconds = 0;
    for (const second of [0, 299, 300, 599]) {
      seconds = second;
      expect(await names.list()).to.deep.equal(["7"]);
    }
    expect(lists).to.equal(2);
  });

  it("reads what failed again after 30 seconds, and keeps names that it knows", async () => {
    const names = create();
    const nameAt = async (second: number) => {
      seconds = second;
      stamp += 1;
      // Another list each time, so that only what is kept saves a read.
      await names.know(items("7"));
      await setImmediate();
      return names.of("7")?.name;
    };
    files["7"] = "unreadable";
    expect(await nameAt(0)).to.equal(undefined);
    call("Mara");
    expect(await nameAt(29)).to.equal(undefined);
    expect(await nameAt(30)).to.equal("Mara");
    files["7"] = "unreadable";
    expect(await nameAt(300)).to.equal("Mara");
    expect(await nameAt(359)).to.equal("Mara");
    expect(await nameAt(388)).to.equal("Mara");
    expect(reads).to.have.length(4);
    call("Mara Two");
    expect(await nameAt(389)).to.equal("Mara Two");
  });
});
