import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import type { DrifterId } from "#protocol/values/drifterId";
import { createCollectionMetadata } from "../../../api/src/catalogue/metadata.ts";
import { limits } from "../../../api/src/settings/limits.ts";
import { errorOf } from "../../support/errorOf.ts";

describe("createCollectionMetadata", () => {
  let seconds: number;
  let reads: DrifterId[];
  let changes: number[];
  let isAway = false;
  let metadata: ReturnType<typeof createCollectionMetadata>;
  beforeEach(() => {
    seconds = 0;
    reads = [];
    changes = [];
    const collection = {
      async readMetadata(id: DrifterId) {
        reads.push(id);
        if (id === "unreadable" && seconds !== 70) {
          await Promise.resolve();
          seconds += 1;
          throw new Error("The collection is away.");
        }
        const attributes = [
          { trait_type: "Hat", value: "Wide  brim" },
          { trait_type: "Hat", value: "Wide brim" },
          { trait_type: "Age", value: Math.min(seconds, 330) },
          { trait_type: "", value: "of nothing" },
          { trait_type: "Sky", value: "" },
        ];
        return { name: `Walker ${id}`, description: "", attributes };
      },
      listIds: async () => {
        if (isAway) throw new Error("The collection is away.");
        return [String(seconds)];
      },
    };
    metadata = createCollectionMetadata(
      collection,
      () => changes.push(seconds),
      limits.metadataWaitMilliseconds,
      () => seconds * 1_000,
    );
  });

  it("reports one change for all tokens when failed metadata reads may be retried", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      await metadata.know([{ drifterId: "unreadable" }]);
      seconds = 31;
      await metadata.know([{ drifterId: "unreadable" }]);
      mock.timers.tick(29_999);
      expect(changes).to.deep.equal([]);
      mock.timers.tick(1);
      expect(changes).to.have.length(1);
    } finally {
      mock.timers.reset();
    }
  });

  it("rereads metadata after five minutes, and counts the changes", async () => {
    const item = { drifterId: "7" };
    const list = [item];
    for (const second of [0, 0, 4, 299]) {
      seconds = second;
      await metadata.know(list);
    }
    expect(reads).to.have.length(1);
    seconds = 330;
    await Promise.all([metadata.know(list), metadata.know([item])]);
    expect(reads).to.have.length(2);
    expect(metadata.of("7")).to.deep.equal({
      name: "Walker 7",
      traits: [
        { type: "Hat", value: "Wide brim" },
        { type: "Age", value: "330" },
      ],
      words: " walker 7 wide brim 330",
      until: 630_000,
    });
    seconds = 640;
    await metadata.know(list);
    await setImmediate();
    expect(reads).to.have.length(3);
    expect([metadata.version(), changes]).to.deep.equal([2, [0, 330]]);
  });

  it("retries a failed read after 30 seconds, and still returns the last metadata", async () => {
    const list = [{ drifterId: "unreadable" }];
    for (const second of [0, 30, 36, 70, 400]) {
      seconds = second;
      await metadata.know(list);
      await setImmediate();
    }
    expect(reads).to.have.length(4);
    expect(metadata.of("unreadable")?.words).to.equal(" walker unreadable wide brim 70");
    expect([metadata.version(), changes]).to.deep.equal([1, [70]]);
  });

  it("rereads the ID list after five minutes", async () => {
    const lists: unknown[] = [];
    for (const second of [0, 299, 300]) {
      seconds = second;
      lists.push(await metadata.list());
    }
    expect(lists).to.deep.equal([["0"], ["0"], ["300"]]);
    [seconds, isAway] = [600, true];
    expect((await errorOf(metadata.list())).message).to.equal("The collection is away.");
    isAway = false;
    expect(await metadata.list()).to.deep.equal(["600"]);
  });

  it("reads metadata once for all lists that contain it, in any order", async () => {
    const list = Array.from({ length: 100 }, (_, index) => ({ drifterId: String(index + 1) }));
    await Promise.all([metadata.know(list), metadata.know(list.toReversed())]);
    expect(reads).to.have.length(100);
  });
});
