import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import type { DrifterId } from "#protocol/drifterId";
import { createCollectionMetadata } from "../../../api/src/catalogue/metadata.ts";

describe("createCollectionMetadata", () => {
  let seconds: number;
  let reads: DrifterId[];
  let metadata: ReturnType<typeof createCollectionMetadata>;
  beforeEach(() => {
    seconds = 0;
    reads = [];
    const collection = {
      async readMetadata(id: DrifterId) {
        reads.push(id);
        if (id === "unreadable" && seconds !== 70) {
          await Promise.resolve();
          seconds += 1;
          throw new Error("The collection is away.");
        }
        return { name: `Walker ${id} at ${seconds} s`, description: "", attributes: [] };
      },
      listIds: async () => [],
    };
    metadata = createCollectionMetadata(
      collection,
      () => undefined,
      () => seconds * 1_000,
    );
  });

  it("reads metadata again after five minutes", async () => {
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
    expect(metadata.of("7")?.name).to.equal("Walker 7 at 330 s");
  });

  it("retries a failed read after half a minute, and keeps what it knew before", async () => {
    const list = [{ drifterId: "unreadable" }];
    for (const second of [0, 30, 36, 70, 400]) {
      seconds = second;
      await metadata.know(list);
      await setImmediate();
    }
    expect(reads).to.have.length(4);
    expect(metadata.of("unreadable")?.name).to.equal("Walker unreadable at 70 s");
  });

  it("reads metadata once for all lists that contain it, in any order", async () => {
    const list = Array.from({ length: 100 }, (_, index) => ({ drifterId: String(index + 1) }));
    await Promise.all([metadata.know(list), metadata.know(list.toReversed())]);
    expect(reads).to.have.length(100);
  });
});
