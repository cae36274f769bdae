import { ServerResponse } from "node:http";
import { expect } from "chai";
import type { Request } from "express";
import { apiErrors } from "#protocol/errors";
import { DatabaseError } from "../../api/src/database/database.ts";
import { SettingsError } from "../../api/src/env.ts";
import { FolderLockError } from "../../api/src/narratives/folderLock.ts";
import { createRedaction } from "../../api/src/operations/redaction.ts";
import { ApiError, answerProblem, asApiError, sendProblem } from "../../api/src/problem.ts";
import { describeStartupError, startupExitStatus } from "../../api/src/startupError.ts";
import { StoreFolderError } from "../../api/src/storeFolder.ts";

const newResponse = () => new ServerResponse({ method: "GET" } as Request);

describe("asApiError", () => {
  const thrown = (status: unknown) => Object.assign(new Error("It says too much."), { status });
  for (const [status, code] of [
    [399, "internal"],
    [400, "request.malformed"],
    [403, "request.malformed"],
    [404, "route.not_found"],
    [412, "revision.mismatch"],
    [413, "body.too_large"],
    [415, "body.unsupported_type"],
    [499, "request.malformed"],
    [500, "internal"],
    ["404", "internal"],
  ] as const) {
    it(`returns ${code} for an error with the status ${JSON.stringify(status)}`, () => {
      const error = asApiError(thrown(status));
      expect(error.code).to.equal(code);
      expect(error.message).not.to.include("too much");
    });
  }

  it("returns internal for anything else, and an ApiError unchanged", () => {
    const error = new ApiError("rate.limited");
    expect(asApiError(error)).to.equal(error);
    for (const other of [new Error("no"), { status: 404 }, "no", undefined]) {
      expect(asApiError(other)).to.include({ code: "internal", cause: other });
    }
  });

  it("has a message about the file for a failed precondition", () => {
    expect(asApiError(thrown(412)).message).to.equal(
      "The file does not match the request's conditions.",
    );
  });
});

describe("sendProblem", () => {
  const send = (error: ApiError) => {
    const response = newResponse();
    response.setHeader("ETag", '"of the file"');
    sendProblem(response, error);
    return response;
  };

  it("replaces the ETag of the requested resource", () => {
    expect(send(new ApiError("revision.mismatch")).hasHeader("ETag")).to.equal(false);
    const hidden = new ApiError("narrative.not_found", { tag: '"1-a"' });
    expect(send(hidden).getHeader("ETag")).to.equal('"1-a"');
  });

  it("sends Retry-After if it is known, and 5 s during an outage", () => {
    const times = [
      new ApiError("rate.limited", { retryAfterSeconds: 42 }),
      new ApiError("store.unavailable", { retryAfterSeconds: 7 }),
      new ApiError("store.unavailable"),
      new ApiError("internal"),
    ].map((error) => send(error).getHeader("Retry-After"));
    expect(times).to.deep.equal([42, 7, 5, undefined]);
  });

  it("forbids caching, and sends the length in bytes", () => {
    const response = send(new ApiError("internal", { detail: "…" }));
    expect(response.statusCode).to.equal(500);
    expect(response.getHeaders()).to.include({
      "cache-control": "no-store",
      "content-type": "application/problem+json",
    });
    const { title, status } = apiErrors.internal;
    const type = "urn:fringe-drifters:problem:internal";
    const problem = { type, title, status, detail: "…", code: "internal" };
    expect(response.getHeader("content-length")).to.equal(
      Buffer.byteLength(JSON.stringify(problem)),
    );
  });
});

describe("answerProblem", () => {
  const answer = (thrown: unknown, prepare: (response: ServerResponse) => void = () => {}) => {
    const response = newResponse() as ServerResponse & { err?: unknown };
    prepare(response);
    let isDestroyed = false;
    const socket = {
      destroy: () => {
        isDestroyed = true;
      },
    };
    // Safety: all that is looked at.
    answerProblem(thrown, { socket } as never, response as never, () => undefined);
    return { response, isDestroyed };
  };

  it("logs internal errors, but no refusals", () => {
    const bug = new Error("a bug");
    const outage = new ApiError("chain.unavailable");
    expect(answer(bug).response.err).to.equal(bug);
    expect(answer(outage).response.err).to.equal(outage);
    expect(answer(new ApiError("rate.limited")).response).not.to.have.property("err");
  });

  it("closes the connection if a part was sent, and does nothing after the end", () => {
    const bug = new Error("a bug");
    expect(answer(bug).isDestroyed).to.equal(false);
    expect(answer(bug, (response) => response.writeHead(200)).isDestroyed).to.equal(true);
    const ended = answer(bug, (response) => response.end());
    expect(ended.isDestroyed).to.equal(false);
    expect(ended.response.statusCode).to.equal(200);
  });
});

describe("createRedaction", () => {
  const redact = createRedaction(
    "https://node.example/v2/abcdef/abcdefgh?key=secret-token&v=abcde",
  );

  for (const [what, text, redacted] of [
    ["the URL", "at https://node.example/v2/abcdef/abcdefgh?key=secret-token&v=abcde!", "at …!"],
    ["a part of the path", "key abcdef.", "key …."],
    ["a part that another one begins with", "key abcdefgh.", "key …."],
    ["a parameter", "token secret-token", "token …"],
    ["the query", "?key=secret-token&v=abcde", "…"],
    ["hex of 64 digits", `data 0x${"aB".repeat(32)}, ${"1".repeat(65)}.`, "data …, …."],
  ] as const) {
    it(`removes ${what}`, () => {
      expect(redact(text)).to.equal(redacted);
    });
  }

  it("keeps addresses, and words that are too short for a key", () => {
    const text = `v2 abcde 0x${"1".repeat(63)}`;
    expect(redact(text)).to.equal(text);
  });
});

describe("a startup error", () => {
  const coded = (code: string) => Object.assign(new Error("listen: it failed"), { code });
  const bug = new Error("a bug");
  for (const { fault, status, words } of [
    { fault: new SettingsError("PORT"), status: 78, words: "The settings cannot be used:\nPORT" },
    { fault: new StoreFolderError("folder"), status: 78, words: "folder" },
    { fault: new FolderLockError("locked", { isInUse: true }), status: 1, words: "locked" },
    { fault: new DatabaseError("database"), status: 1, words: "database" },
    {
      fault: coded("EADDRINUSE"),
      status: 1,
      words:
        "listen: it failed. Another process may use the port: set PORT or METRICS_PORT to another one.",
    },
    { fault: coded("EACCES"), status: 1, words: "The service cannot start: listen: it failed" },
    { fault: bug, status: 1, words: bug },
    { fault: "a text", status: 1, words: "a text" },
  ]) {
    it(`ends with status ${status} and a message for ${String(fault)}`, () => {
      expect(startupExitStatus(fault)).to.equal(status);
      expect(describeStartupError(fault)).to.equal(words);
    });
  }
});
