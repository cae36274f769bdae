import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "chai";
import { apiErrorCodes, problemType } from "#protocol/wire/errors";
import { createOpenapiDocument } from "../../../api/src/openapi/document.ts";
import { type Api, startApi } from "../../support/api/apiFixture.ts";
import { assertDescribed } from "../../support/api/description.ts";

const path = "/openapi.json";

describe("OpenAPI description", () => {
  let api: Api;
  before(async () => {
    api = await startApi({ rpcUrls: ["http://127.0.0.1:1"] });
  });
  after(() => api.close());

  it("is valid OpenAPI 3.1 according to the official schema", async () => {
    const document = JSON.parse(await (await api.get(path)).text());
    expect(document.openapi).to.match(/^3\.1\./);
    expect(await new Validator().validate(document)).to.deep.include({ valid: true });
  });

  it("serves the document generated from the schemas to anyone", async () => {
    const response = await api.get(path);
    expect(await response.json()).to.deep.equal(
      JSON.parse(JSON.stringify(createOpenapiDocument())),
    );
    expect(response.headers.get("content-type")).to.match(/^application\/json/);
    expect(response.headers.get("access-control-allow-origin")).to.equal("*");
    expect(response.headers.get("cross-origin-resource-policy")).to.equal("cross-origin");
  });

  it("supports HEAD and matching ETags, and rejects other methods", async () => {
    const etag = (await api.get(path)).headers.get("etag");
    expect((await api.revalidate(path, etag)).status).to.equal(304);
    expect(await (await api.send(path, { method: "HEAD" })).text()).to.equal("");
    expect((await api.post(path, "{}")).status).to.equal(405);
  });

  it("lists every error code at least once", () => {
    const text = JSON.stringify(createOpenapiDocument().paths);
    const unnamed = apiErrorCodes.filter((code) => !text.includes(`"${code}"`));
    expect(unnamed).to.deep.equal([]);
  });

  it("contains no dangling reference, no unused schema and no duplicate operation ID", () => {
    const { paths, components } = createOpenapiDocument();
    const text = JSON.stringify({ paths, components });
    const references = [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)];
    for (const [, kind = "", name = ""] of references) {
      expect(components).to.have.nested.property(`${kind}.${name}`);
    }
    const used = references.map(([, , name]) => name);
    expect(used).to.include.members(Object.keys(components.schemas));
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).to.equal(ids.length).and.greaterThan(7);
  });

  it("documents each feed's content, repeatable query parameters and the save headers", () => {
    const { paths } = createOpenapiDocument();
    const of = (path: string) => paths[path].get.summary.replace(/, as.*/, "");
    expect(["/feed.json", "/feed.atom"].map(of)).to.deep.equal(
      Array(2).fill("Returns a feed of new stories and opened phases"),
    );
    for (const format of ["json", "atom"]) {
      expect(of(`/drifter/{drifterId}/feed.${format}`)).to.equal(
        "Returns a feed of a token's story",
      );
      expect(of(`/owner/{address}/feed.${format}`)).to.equal(
        "Returns a feed of the stories that a wallet wrote",
      );
    }
    const types = paths["/api/tokens"].get.parameters.map(
      ({ name, schema }: { name: string; schema: { type: string } }) => `${name} ${schema.type}`,
    );
    expect(types).to.include("trait array").and.include("query string");
    expect(paths["/api/narrative/{drifterId}"].post.parameters.slice(-1)).to.deep.equal([
      {
        ...{ name: "If-None-Match", in: "header", schema: { type: "string" } },
        description: "* if there must be no story yet.",
      },
    ]);
  });

  it("uses every header that it declares", () => {
    const { paths, components } = createOpenapiDocument();
    const used = JSON.stringify(paths).matchAll(/"#\/components\/headers\/([\w-]+)"/g);
    const names = new Set(Array.from(used, ([, name]) => name));
    expect([...names]).to.have.members(Object.keys(components.headers));
  });

  describe("assertDescribed", () => {
    const good = {
      method: "GET",
      path: "/api/narrative",
      status: 200,
      headers: { "content-type": "application/json", etag: '"1"' } as Record<string, string>,
      body: "[]",
    };
    const problem = (code: string, status: number) =>
      JSON.stringify({
        type: problemType(code),
        title: "",
        status,
        detail: "",
        code,
      });
    const assertFits = ({ headers, body, ...rest }: typeof good) =>
      assertDescribed({
        ...rest,
        headers: new Headers({
          "x-request-id": "1",
          "cache-control": "public, no-cache",
          ...headers,
        }),
        body: Buffer.from(body),
      });

    it("accepts a described response", () => assertFits(good));

    for (const { name, change } of [
      { name: "an undescribed status", change: { status: 201 } },
      {
        name: "an undescribed content type",
        change: { headers: { "content-type": "text/html", etag: '"1"' } },
      },
      { name: "a missing header", change: { headers: { "content-type": "application/json" } } },
      {
        name: "the wrong Cache-Control",
        change: { headers: { ...good.headers, "cache-control": "no-store" } },
      },
      { name: "a body that violates the schema", change: { body: '[{"drifterId":"07"}]' } },
      { name: "an unknown path", change: { path: "/api/narratives" } },
      { name: "an unknown method", change: { method: "PUT" } },
      { name: "a 304 with a body", change: { status: 304 } },
      {
        name: "an error code that the operation does not list",
        change: {
          status: 400,
          headers: { "content-type": "application/problem+json", etag: '"1"' },
          body: problem("token.invalid_id", 400),
        },
      },
    ]) {
      it(`rejects ${name}`, () => {
        expect(() => assertFits({ ...good, ...change })).to.throw("/openapi.json says");
      });
    }
  });
});
