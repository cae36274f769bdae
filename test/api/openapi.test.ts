import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "chai";
import { apiErrorCodes } from "#protocol/errors";
import { createOpenapiDocument } from "../../api/src/openapi/document.ts";
import { type Api, startApi } from "./apiFixture.ts";
import { assertDescribed } from "./description.ts";

const path = "/openapi.json";

describe("the description of the API", () => {
  let api: Api;
  before(async () => {
    api = await startApi({ rpcUrl: "http://127.0.0.1:1" });
  });
  after(() => api.close());

  it("is OpenAPI 3.1, as OpenAPI's own schema has it", async () => {
    const document = JSON.parse(await (await api.get(path)).text());
    expect(document.openapi).to.match(/^3\.1\./);
    expect(await new Validator().validate(document)).to.deep.include({ valid: true });
  });

  it("is served as it is made from the schemas, for anyone", async () => {
    const response = await api.get(path);
    expect(await response.json()).to.deep.equal(
      JSON.parse(JSON.stringify(createOpenapiDocument())),
    );
    expect(response.headers.get("content-type")).to.match(/^application\/json/);
    expect(response.headers.get("access-control-allow-origin")).to.equal("*");
  });

  it("answers 304 to whoever has it, HEAD without the body, and no other method", async () => {
    const etag = (await api.get(path)).headers.get("etag");
    expect((await api.revalidate(path, etag)).status).to.equal(304);
    expect(await (await api.send(path, { method: "HEAD" })).text()).to.equal("");
    expect((await api.post(path, "{}")).status).to.equal(405);
  });

  it("names every code there is, at least once", () => {
    const text = JSON.stringify(createOpenapiDocument().paths);
    const unnamed = apiErrorCodes.filter((code) => !text.includes(`"${code}"`));
    // These two are for what is not described: other paths, and other methods.
    expect(unnamed).to.deep.equal(["route.not_found", "method.not_allowed"]);
  });

  it("has no reference that leads nowhere, and no name of an operation twice", () => {
    const { paths, components } = createOpenapiDocument();
    const text = JSON.stringify({ paths, components });
    for (const [, kind = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      expect(components).to.have.nested.property(`${kind}.${name}`);
    }
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).to.equal(ids.length).and.greaterThan(7);
  });

  describe("given an answer that it does not foresee", () => {
    const good = {
      method: "GET",
      path: "/api/narrative",
      status: 200,
      headers: { "content-type": "application/json", etag: '"1"' } as Record<string, string>,
      body: "[]",
    };
    const problem = (code: string, status: number) =>
      JSON.stringify({
        type: `urn:fringe-drifters:problem:${code}`,
        title: "",
        status,
        detail: "",
        code,
      });
    const assertFits = ({ headers, body, ...rest }: typeof good) =>
      assertDescribed({
        ...rest,
        headers: new Headers({ "x-request-id": "1", "cache-control": "no-cache", ...headers }),
        body: Buffer.from(body),
      });

    it("lets the good one pass", () => assertFits(good));

    for (const { name, change } of [
      { name: "another status", change: { status: 201 } },
      { name: "another type", change: { headers: { "content-type": "text/html", etag: '"1"' } } },
      { name: "a missing header", change: { headers: { "content-type": "application/json" } } },
      { name: "a body of another shape", change: { body: '[{"drifterId":"07"}]' } },
      { name: "a path that is not there", change: { path: "/api/narratives" } },
      { name: "a method that is not there", change: { method: "PUT" } },
      { name: "a 304 with a body", change: { status: 304 } },
      {
        name: "a code of another operation",
        change: {
          status: 400,
          headers: { "content-type": "application/problem+json", etag: '"1"' },
          body: problem("drifter.invalid_id", 400),
        },
      },
    ]) {
      it(`objects to ${name}`, () => {
        expect(() => assertFits({ ...good, ...change })).to.throw("/openapi.json says");
      });
    }
  });
});
