import { expect } from "chai";
import { createStore } from "../../../web/src/page/storage.ts";
import { memoryStorage } from "../../support/web/memoryStorage.ts";

/** A storage that is full. */
const full = (): Storage => ({
  ...memoryStorage(),
  setItem() {
    throw new DOMException("No room.", "QuotaExceededError");
  },
});

const denied = (): Storage => {
  throw new DOMException("Cookies are blocked.", "SecurityError");
};
// Safety: WebViews return null against the type.
const missing = () => null as never;

describe("createStore", () => {
  for (const [title, open] of [
    ["denied", denied],
    ["null", missing],
    ["full", full],
  ] as const) {
    it(`retains values in memory, and reports that, when storage is ${title}`, () => {
      const store = createStore(open);
      expect([store.getItem("a"), store.keys()]).to.deep.equal([null, []]);
      expect(store.setItem("a", "1")).to.equal(false);
      expect([store.getItem("a"), store.keys()]).to.deep.equal(["1", ["a"]]);
      store.removeItem("a");
      expect([store.getItem("a"), store.keys()]).to.deep.equal([null, []]);
    });
  }

  it("returns the latest value, not a stale one from before storage was full", () => {
    const storage = memoryStorage();
    storage.setItem("a", "1");
    storage.setItem = full().setItem;
    const store = createStore(() => storage);
    for (const newest of ["2", "3"]) {
      expect(store.setItem("a", newest)).to.equal(false);
      expect(store.getItem("a")).to.equal(newest);
    }
  });

  it("uses only storage while it works, and resumes once it has space", () => {
    const real = memoryStorage();
    let storage: Storage = full();
    const store = createStore(() => storage);
    store.setItem("a", "1");
    storage = real;
    expect(store.setItem("a", "2")).to.equal(true);
    real.setItem("a", "3");
    expect([store.getItem("a"), store.keys()]).to.deep.equal(["3", ["a"]]);
    store.removeItem("a");
    expect(real.length).to.equal(0);
  });
});
