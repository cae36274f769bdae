import { expect } from "chai";
import type { Address } from "viem";
import { draftStore } from "../../web/src/narrative/draftStore.ts";
import { MemoryStorage } from "../support/memoryStorage.ts";

const ada: Address = "0x00000000000000000000000000000000000000aA";
const bea: Address = "0x00000000000000000000000000000000000000Bb";

describe("draftStore", () => {
  it("keeps a text until it is removed", () => {
    const store = draftStore(new MemoryStorage(), "7", ada);
    expect(store.read()).to.equal(undefined);
    store.write("The dust");
    expect(store.read()).to.equal("The dust");
    store.remove();
    expect(store.read()).to.equal(undefined);
  });

  it("keeps an empty text too: emptying a story is work", () => {
    const store = draftStore(new MemoryStorage(), "7", ada);
    store.write("");
    expect(store.read()).to.equal("");
  });

  it("[S4.32] offers a text to no other account and for no other drifter", () => {
    const storage = new MemoryStorage();
    draftStore(storage, "7", ada).write("The dust");
    expect(draftStore(storage, "7", bea).read()).to.equal(undefined);
    expect(draftStore(storage, "77", ada).read()).to.equal(undefined);
  });

  it("does not fail when the browser's storage is full", () => {
    const full = new MemoryStorage();
    full.setItem = () => {
      throw new DOMException("Full", "QuotaExceededError");
    };
    expect(() => draftStore(full, "7", ada).write("The dust")).not.to.throw();
  });
});
