import { expect } from "chai";
import { createExternalStore } from "../../web/src/components/externalStore.ts";

describe("createExternalStore", () => {
  it("tells each listener of a write until it unsubscribes", () => {
    const store = createExternalStore("old");
    const heard: string[] = [];
    const unsubscribe = store.subscribe(() => heard.push(`first: ${store.read()}`));
    store.subscribe(() => heard.push(`second: ${store.read()}`));
    expect([store.read(), heard]).to.deep.equal(["old", []]);
    store.write("new");
    unsubscribe();
    store.write("newer");
    expect(heard).to.deep.equal(["first: new", "second: new", "second: newer"]);
  });
});
