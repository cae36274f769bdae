import { expect } from "chai";
import { acknowledgeWorld, isNewWorld } from "../../web/src/dev/newWorld.ts";
import { MemoryStorage } from "../support/memoryStorage.ts";

describe("a browser that opens a local world", () => {
  it("shows no notice on the first visit, or on a return", () => {
    const storage = new MemoryStorage();
    expect(isNewWorld(storage, "one")).to.equal(false);
    expect(isNewWorld(storage, "one")).to.equal(false);
  });

  it("shows that the local chain was restarted until this is acknowledged", () => {
    const storage = new MemoryStorage();
    isNewWorld(storage, "one");
    expect(isNewWorld(storage, "two")).to.equal(true);
    expect(isNewWorld(storage, "two")).to.equal(true);
    acknowledgeWorld(storage, "two");
    expect(isNewWorld(storage, "two")).to.equal(false);
  });

  it("shows no notice if the server names no world", () => {
    const storage = new MemoryStorage();
    isNewWorld(storage, "one");
    expect(isNewWorld(storage, undefined)).to.equal(false);
  });
});
