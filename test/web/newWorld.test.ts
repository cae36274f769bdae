import { expect } from "chai";
import { acknowledgeWorld, isNewWorld } from "../../web/src/dev/newWorld.ts";
import { MemoryStorage } from "../support/memoryStorage.ts";

describe("a browser that comes to a local world", () => {
  it("sees no notice on its first visit and in the same world", () => {
    const storage = new MemoryStorage();
    expect(isNewWorld(storage, "one")).to.equal(false);
    expect(isNewWorld(storage, "one")).to.equal(false);
  });

  it("sees that the local chain was restarted until the notice is dismissed", () => {
    const storage = new MemoryStorage();
    isNewWorld(storage, "one");
    expect(isNewWorld(storage, "two")).to.equal(true);
    expect(isNewWorld(storage, "two")).to.equal(true);
    acknowledgeWorld(storage, "two");
    expect(isNewWorld(storage, "two")).to.equal(false);
  });

  it("sees no notice where the server names no world", () => {
    const storage = new MemoryStorage();
    isNewWorld(storage, "one");
    expect(isNewWorld(storage, undefined)).to.equal(false);
  });
});
