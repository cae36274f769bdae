import { expect } from "chai";
import { acknowledgeWorld, isNewWorld } from "../../web/src/dev/newWorld.ts";
import { MemoryStorage } from "../support/memoryStorage.ts";

describe("a browser that comes to a local world", () => {
  it("is told nothing when it is there for the first time, or again", () => {
    const storage = new MemoryStorage();
    expect(isNewWorld(storage, "one")).to.equal(false);
    expect(isNewWorld(storage, "one")).to.equal(false);
  });

  it("is told that the local chain was restarted until somebody says that they know", () => {
    const storage = new MemoryStorage();
    isNewWorld(storage, "one");
    expect(isNewWorld(storage, "two")).to.equal(true);
    expect(isNewWorld(storage, "two")).to.equal(true);
    acknowledgeWorld(storage, "two");
    expect(isNewWorld(storage, "two")).to.equal(false);
  });

  it("is told nothing by a server that names no world", () => {
    const storage = new MemoryStorage();
    isNewWorld(storage, "one");
    expect(isNewWorld(storage, undefined)).to.equal(false);
  });
});
