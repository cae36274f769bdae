import { expect } from "chai";
import { problemType } from "#protocol/wire/errors";
import type { ApiProblem } from "#protocol/wire/responses";
import {
  type Api,
  account,
  problemCodeOf,
  signedSave,
  startApi,
} from "../../support/api/apiFixture.ts";

describe("API request validation", () => {
  let api: Api;
  before(async () => {
    // Needs no chain: the service rejects each of these requests before it calls the chain.
    api = await startApi({ rpcUrls: ["http://127.0.0.1:1"], maxBodyBytes: 10_000 });
  });
  after(() => api.close());

  describe("error response", () => {
    it("[S7.6] [S7.14] contains problem details with a stable code", async () => {
      const response = await api.get("/api/narrative/7");
      expect(response.headers.get("content-type")).to.equal("application/problem+json");
      // Safety: the assertion compares every field.
      expect((await response.json()) as ApiProblem).to.deep.equal({
        type: problemType("narrative.not_found"),
        title: "No story",
        status: 404,
        detail: "This drifter has no story.",
        code: "narrative.not_found",
      });
    });
  });

  it("[S3.2] [S7.15] rejects every noncanonical drifter ID at every path", async () => {
    const rejections = [
      await problemCodeOf(await api.get("/api/narrative/01")),
      await problemCodeOf(await api.post("/api/narrative/01", "{}")),
      await problemCodeOf(await api.get("/drifters/metadata/01.json")),
      await problemCodeOf(await api.get("/drifters/images/01.jpg")),
      await problemCodeOf(await api.get("/drifters/images/full/01.jpg")),
    ];
    expect(rejections).to.deep.equal(Array(5).fill("400 token.invalid_id"));
  });

  describe("save body", () => {
    const path = "/api/narrative/7";
    const fields = {
      drifterId: "7",
      narrative: "Dust.",
      signedMessage: "I own",
      signature: "0x00",
    };
    const body = JSON.stringify(fields);

    it("[S7.9] accepts a narrative that contains JSON", async () => {
      const narrative = '{"narrative":"a","b\\":":1}, \\"c\\": "d":';
      const request = await signedSave(account(2), "7", narrative);
      expect(await problemCodeOf(await api.save(request))).to.equal("503 chain.unavailable");
    });

    it("[S7.12] accepts a body at the size limit, and returns 413 above it", async () => {
      const request = await signedSave(account(2), "7", "");
      const atLimit = JSON.stringify(request).padEnd(10_000, " ");
      expect(await problemCodeOf(await api.post(path, atLimit))).to.equal("503 chain.unavailable");
      expect(await problemCodeOf(await api.post(path, `${atLimit} `))).to.equal(
        "413 body.too_large",
      );
    });

    for (const type of ["application/json", "Application/JSON; Charset=UTF-8"]) {
      it(`accepts the content type ${type}`, async () => {
        const response = await api.post(path, body, { "content-type": type });
        expect(await problemCodeOf(response)).to.equal("422 message.mismatch");
      });
    }
  });
});
