import { expect } from "chai";
import { ApiError } from "../../../api/src/base/apiError.ts";
import { Lookups } from "../../../api/src/names/lookups.ts";
import { errorOf } from "../../support/errorOf.ts";

/** Lets pending promises continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Starts lookups that the test ends, at a time that it sets. */
function startLookups({ running = 2, waiting = 2, entries = 3 } = {}) {
  const clock = { now: 0 };
  const started: string[] = [];
  const open = new Map<string, PromiseWithResolvers<string | null>>();
  let changes = 0;
  const lookups = new Lookups<string>({
    read(key) {
      started.push(key);
      const deferred = Promise.withResolvers<string | null>();
      open.set(key, deferred);
      return deferred.promise;
    },
    onChange: () => {
      changes += 1;
    },
    limits: {
      ...{ running, waiting, waitMilliseconds: 60_000, entries },
      ...{ lifeMilliseconds: 100, pauseMilliseconds: 10, maxMilliseconds: 1_000 },
    },
    now: () => clock.now,
  });
  return {
    lookups,
    clock,
    started,
    changes: () => changes,
    async end(key: string, value: string | null | Error) {
      if (value instanceof Error) open.get(key)?.reject(value);
      else open.get(key)?.resolve(value);
      await settle();
    },
  };
}

describe("Lookups", () => {
  it("returns nothing at first, then the value, after one lookup per key", async () => {
    const { lookups, started, changes, end } = startLookups();
    expect([lookups.request("a"), lookups.request("a"), lookups.peek("b")]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    const found = lookups.find("a");
    // An unshared lookup would never end.
    expect(started).to.deep.equal(["a"]);
    await end("a", "ash");
    expect(await found).to.equal("ash");
    expect(lookups.request("a")).to.equal("ash");
    expect([started.length, changes()]).to.deep.equal([1, 1]);
  });

  it("remembers that a key has no value, without reporting a change", async () => {
    const { lookups, started, changes, end } = startLookups();
    lookups.request("a");
    await end("a", null);
    expect([lookups.request("a"), await lookups.find("a")]).to.deep.equal([undefined, undefined]);
    expect([started, changes()]).to.deep.equal([["a"], 0]);
  });

  it("repeats a failed lookup only after a pause, unless a caller waits for it", async () => {
    const { lookups, clock, started, end } = startLookups();
    lookups.request("a");
    await end("a", new Error("The node is down."));
    clock.now = 9;
    lookups.request("a");
    expect(started).to.have.length(1);
    const failing = errorOf(lookups.find("a"));
    await end("a", new Error("The node is still down."));
    expect(await failing).to.have.property("message", "The node is still down.");
    clock.now = 19;
    lookups.request("a");
    expect(started).to.have.length(3);
  });

  it("returns an old value while it is read again, until the maximum age", async () => {
    const { lookups, clock, started, changes, end } = startLookups();
    lookups.request("a");
    await end("a", "ash");
    clock.now = 100;
    expect(lookups.request("a")).to.equal("ash");
    await end("a", new Error("The node is down."));
    clock.now = 999;
    expect(lookups.request("a")).to.equal("ash");
    clock.now = 1_000;
    expect(lookups.peek("a")).to.equal(undefined);
    await end("a", "oak");
    expect([lookups.peek("a"), started.length, changes()]).to.deep.equal(["oak", 3, 2]);
  });

  it("limits concurrent and waiting lookups, and drops further ones", async () => {
    const { lookups, started, end } = startLookups();
    for (const key of "abcde") lookups.request(key);
    expect(started).to.deep.equal(["a", "b"]);
    const error = await errorOf(lookups.find("e"));
    expect(error).to.be.instanceOf(ApiError).with.property("code", "service.busy");
    await end("b", null);
    expect(started).to.deep.equal(["a", "b", "c"]);
    await end("a", new Error("The node is down."));
    await end("c", null);
    await end("d", null);
    lookups.request("e");
    expect(started).to.deep.equal(["a", "b", "c", "d", "e"]);
  });

  it("forgets the key read longest ago when it has too many", async () => {
    const { lookups, end } = startLookups();
    for (const key of "abcd") {
      lookups.request(key);
      await end(key, key.toUpperCase());
    }
    expect([..."abcd"].map((key) => lookups.peek(key))).to.deep.equal([undefined, "B", "C", "D"]);
  });
});
