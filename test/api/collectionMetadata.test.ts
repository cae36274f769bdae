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
  let delay: () => Promise<void>;
  beforeEach(() => {
    delay = async () => {};
    files = {};
    stamp = 0;
    seconds = 0;
    reads = [];
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

  it("shortens a name to 120 characters, and omits invisible ones", async () => {
    const names = create();
    files["8"] = { name: " " };
    call("x".repeat(121));
    await names.know(items("7", "8"));
    expect(names.of("7")?.name).to.equal(`${"x".repeat(119)}…`);
    expect(names.of("8")).to.deep.include(nothing).and.not.have.property("name");
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
