import { EventEmitter } from "node:events";
import { mock } from "node:test";
import { expect } from "chai";
import { countRequests } from "../../api/src/operations/countRequests.ts";

describe("countRequests", () => {
  afterEach(() => mock.restoreAll());

  /** What is counted for a request that ends after 250 ms. */
  const count = (request: object, writableFinished = true) => {
    const counted: unknown[] = [];
    const observe = (labels: Record<string, string>, seconds: number) =>
      counted.push([labels.method, labels.route, labels.status, seconds]);
    const response = Object.assign(new EventEmitter(), { statusCode: 201, writableFinished });
    const times = [1_000, 1_250];
    mock.method(performance, "now", () => times.shift());
    // Safety: it uses nothing else of these objects.
    countRequests({ requests: { observe } as never })(request as never, response as never, () =>
      counted.push("next"),
    );
    response.emit("close");
    response.emit("close");
    return counted;
  };

  it("counts the duration in seconds under method, route and status, once", () => {
    const request = { method: "POST", route: { path: "/api/a/:id" } };
    expect(count(request)).to.deep.equal(["next", ["POST", "/api/a/:id", "201", 0.25]]);
  });

  it("counts a response that is not sent completely as aborted", () => {
    const request = { method: "GET", route: { path: "/" } };
    expect(count(request, false)).to.deep.equal(["next", ["GET", "/", "aborted", 0.25]]);
  });

  for (const [method, label] of [
    ["GET", "GET"],
    ["HEAD", "HEAD"],
    ["POST", "POST"],
    ["OPTIONS", "OPTIONS"],
    ["PURGE", "other"],
    ["get", "other"],
  ] as const) {
    it(`counts ${method} without a route as ${label} of other`, () => {
      expect(count({ method })).to.deep.equal(["next", [label, "other", "201", 0.25]]);
    });
  }

  it("counts a route that is a pattern as other", () => {
    const request = { method: "GET", route: { path: /x/ } };
    expect(count(request)).to.deep.equal(["next", ["GET", "other", "201", 0.25]]);
  });
});
