import { expect } from "chai";
import { acknowledgeWorld, isNewWorld } from "../../web/src/dev/newWorld.ts";
import { MemoryStorage } from "../support/memoryStorage.ts";

describe("a browser that opens a local world", () => {
  beforeEach(() => Object.assign(globalThis, { localStorage: new MemoryStorage() }));
  afterEach(() => Reflect.deleteProperty(globalThis, "localStorage"));

  it("shows that the local chain was restarted until this is acknowledged", () => {
    isNewWorld("one");
    expect(isNewWorld("two")).to.equal(true);
    expect(isNewWorld("two")).to.equal(true);
    acknowledgeWorld("two");
    expect(isNewWorld("two")).to.equal(false);
  });
});
