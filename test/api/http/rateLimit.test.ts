import { mock } from "node:test";
import { expect } from "chai";
import { createRateLimit } from "../../../api/src/http/rateLimit.ts";

describe("createRateLimit", () => {
  it("accepts one event per released event, regardless of rejected events", () => {
    let rejections = 0;
    const limit = createRateLimit({ perMinute: 2, onRejected: () => (rejections += 1) });
    for (const _ of [1, 2]) limit.count("7");
    for (const _ of [1, 2, 3])
      expect(() => limit.count("7"))
        .to.throw()
        .with.property("code", "rate.limited");
    limit.release("7");
    limit.count("7");
    expect(() => limit.count("7")).to.throw();
    expect(rejections).to.equal(4);
  });

  it("resets a minute after the first event, and reports the reset time", () => {
    let now = 500_000;
    const clock = mock.method(performance, "now", () => now);
    const limit = createRateLimit({ perMinute: 1, onRejected: () => undefined });
    limit.count("7");
    now += 45_500;
    expect(() => limit.count("7"))
      .to.throw()
      .with.nested.property("options.retryAfterSeconds", 15);
    now += 14_500;
    limit.count("7");
    expect(() => limit.count("7")).to.throw();
    clock.mock.restore();
  });
});
