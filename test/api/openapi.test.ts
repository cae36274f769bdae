import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "chai";
import { apiErrorCodes } from "#protocol/errors";
import { createOpenapiDocument } from "../../api/src/openapi/document.ts";
import { type Api, startApi } from "./apiFixture.ts";
import { assertDescribed } from "./description.ts";
import { outlineOfDescription } from "./openapiOutline.ts";

const path = "/openapi.json";

describe("the API's OpenAPI description", () => {
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

  it("is served as generated from the schemas, to anyone", async () => {
    const response = await api.get(path);
    expect(await response.json()).to.deep.equal(
      JSON.parse(JSON.stringify(createOpenapiDocument())),
    );
    expect(response.headers.get("content-type")).to.match(/^application\/json/);
    expect(response.headers.get("access-control-allow-origin")).to.equal("*");
    expect(response.headers.get("cross-origin-resource-policy")).to.equal("cross-origin");
  });

  it("answers 304 to a matching ETag and HEAD without the body, and refuses other methods", async () => {
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

  it("has no dangling reference and no duplicate operation ID", () => {
    const { paths, components } = createOpenapiDocument();
    const text = JSON.stringify({ paths, components });
    for (const [, kind = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      expect(components).to.have.nested.property(`${kind}.${name}`);
    }
    expect(Object.keys(components.schemas)).to.have.length(16);
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).to.equal(ids.length).and.greaterThan(7);
  });

  it("has the patterns of signed values, and no nested $id or $schema", () => {
    const { schemas } = createOpenapiDocument().components;
    for (const schema of Object.values(schemas)) {
      expect(schema).to.include.keys("description", "properties");
      expect(schema).not.to.have.any.keys("$id", "$schema");
    }
    expect(schemas.MintAllowance).to.have.nested.property("properties.left.minimum", 0);
    expect(schemas.SignedMintAuthorization).to.deep.nested.include({
      "properties.contract.pattern": "^0x[0-9a-fA-F]{40}$",
      "properties.minter.pattern": "^0x[0-9a-fA-F]{40}$",
      "properties.qty.pattern": "^[1-9]\\d*$",
      "properties.hash.pattern": "^0x[0-9a-fA-F]{64}$",
      "properties.signature.pattern": "^0x[0-9a-fA-F]{130}$",
    });
    expect(schemas.NarrativeRecord).to.deep.nested.include({
      "properties.signature.pattern": "^0x[0-9a-fA-F]*$",
      "properties.author.pattern": "^0x[0-9a-fA-F]{40}$",
    });
  });

  it("uses every header that it declares", () => {
    const { paths, components } = createOpenapiDocument();
    const used = JSON.stringify(paths).matchAll(/"#\/components\/headers\/([\w-]+)"/g);
    const names = new Set(Array.from(used, ([, name]) => name));
    expect([...names]).to.have.members(Object.keys(components.headers));
  });

  const anyOf = [
    "405 Allow method.not_allowed",
    "408 request.timed_out",
    "431 request.headers_too_large",
    "500 internal",
  ];
  const read = (...lines: string[]) => ["200 ETag application/json", "304 ETag", ...lines];
  const written = (...lines: string[]) => ["200 ETag application/json", ...lines];
  const file = (mediaType: string) => [
    "path drifterId, header If-None-Match",
    `200 ETag ${mediaType}`,
    "304 ETag",
    "400 request.malformed drifter.invalid_id",
    "404 drifter.not_found",
    "412 revision.mismatch",
    "502 collection.unusable",
    "503 Retry-After chain.unavailable collection.unavailable",
  ];
  const ofStories = [
    "400 request.malformed drifter.invalid_id",
    "404 narrative.not_found",
    "503 Retry-After store.unavailable",
  ];
  const own = ["header If-None-Match", ...read("400 request.malformed")];
  const queried = (parameters: string) => [
    `${parameters}, header If-None-Match`,
    ...read(
      "400 request.malformed request.invalid_parameter",
      "503 Retry-After chain.unavailable store.unavailable",
    ),
  ];
  const readAs = (mediaType: string, ...lines: string[]) => [
    `200 ETag ${mediaType}`,
    "304 ETag",
    ...lines,
  ];
  const feeds = ["atom application/atom+xml", "json application/feed+json"].flatMap((format) => {
    const [extension = "", mediaType = ""] = format.split(" ");
    return [
      [
        `get /feed.${extension}`,
        [
          "header If-None-Match",
          ...readAs(
            mediaType,
            "400 request.malformed",
            "404 route.not_found",
            "503 Retry-After store.unavailable",
          ),
        ],
      ],
      [
        `get /drifter/{drifterId}/feed.${extension}`,
        [
          "path drifterId, header If-None-Match",
          ...readAs(
            mediaType,
            "400 request.malformed drifter.invalid_id",
            "404 route.not_found drifter.not_found",
            "503 Retry-After chain.unavailable store.unavailable",
          ),
        ],
      ],
      [
        `get /owner/{address}/feed.${extension}`,
        [
          "path address, header If-None-Match",
          ...readAs(
            mediaType,
            "400 request.malformed request.invalid_parameter",
            "404 route.not_found",
            "503 Retry-After store.unavailable",
          ),
        ],
      ],
    ] satisfies [string, string[]][];
  });
  const operations: Record<string, string[]> = {
    ...Object.fromEntries(feeds),
    "get /sitemap.xml": [
      "header If-None-Match",
      ...readAs(
        "application/xml",
        "400 request.malformed",
        "404 route.not_found",
        "503 Retry-After chain.unavailable",
      ),
    ],
    "get /sitemap-{part}.xml": [
      "path part, header If-None-Match",
      ...readAs(
        "application/xml",
        "400 request.malformed",
        "404 route.not_found",
        "503 Retry-After chain.unavailable store.unavailable",
      ),
    ],
    "get /robots.txt": ["header If-None-Match", ...readAs("text/plain", "400 request.malformed")],
    "get /api/narrative": queried("query query, query limit, query cursor").map((line) =>
      line.replace("200 ETag", "200 ETag Link?"),
    ),
    "get /api/drifters": queried(
      "query trait, query phase, query hasStory, query query, query order, query limit, query cursor",
    ),
    "get /api/drifters/{drifterId}/neighbours": [
      "path drifterId, header If-None-Match",
      ...read(
        "400 request.malformed request.invalid_parameter drifter.invalid_id",
        "404 drifter.not_found",
        "503 Retry-After chain.unavailable store.unavailable",
      ),
    ],
    "get /api/owners/{address}/drifters": [
      "path address, header If-None-Match",
      ...read(
        "400 request.malformed request.invalid_parameter",
        "429 Retry-After rate.limited",
        "503 Retry-After chain.unavailable store.unavailable",
      ),
    ],
    "get /api/narrative/{drifterId}": [
      "path drifterId, header If-None-Match",
      "200 ETag? application/json",
      "304 ETag",
      ...ofStories,
    ],
    "post /api/narrative/{drifterId}": [
      "path drifterId, header If-Match, header If-None-Match, application/json",
      "200 ETag Story-Visibility? application/json",
      "400 request.malformed drifter.invalid_id",
      "403 owner.mismatch",
      "404 drifter.not_found",
      "409 narrative.replaced",
      "412 revision.mismatch",
      "413 body.too_large",
      "415 body.unsupported_type",
      "422 narrative.malformed_text message.mismatch hash.mismatch signature.invalid",
      "429 Retry-After rate.limited",
      "503 Retry-After service.busy chain.unavailable store.unavailable",
    ],
    "get /api/narrative/{drifterId}/history": [
      "path drifterId, header If-None-Match",
      ...read(...ofStories),
    ],
    "get /api/narrative/{drifterId}/links": [
      "path drifterId, header If-None-Match",
      ...read(...ofStories),
    ],
    "get /api/narrative/checkpoint": [
      "header If-None-Match",
      ...read("400 request.malformed", "503 Retry-After store.unavailable"),
    ],
    "get /api/narrative/heads": [
      "header If-None-Match",
      ...read("400 request.malformed", "503 Retry-After store.unavailable"),
    ],
    "post /api/mint/authorization": [
      "application/json",
      ...written(
        "400 request.malformed",
        "403 mint.phase_closed mint.not_listed mint.allowance_used",
        "404 mint.not_offered",
        "409 mint.confirming",
        "413 body.too_large",
        "415 body.unsupported_type",
        "422 mint.invalid_minter mint.invalid_quantity mint.quantity_too_large",
        "429 Retry-After rate.limited",
        "503 Retry-After mint.record_outdated mint.signer_mismatch chain.unavailable store.unavailable",
      ),
    ],
    "get /api/mint/allowance/{minter}": [
      "path minter",
      ...read(
        "400 request.malformed",
        "404 mint.not_offered",
        "422 mint.invalid_minter",
        "429 Retry-After rate.limited",
        "503 Retry-After chain.unavailable store.unavailable",
      ),
    ],
    "get /drifters/metadata/{drifterId}.json": file("application/json"),
    "get /drifters/images/{drifterId}.jpg": file("image/jpeg"),
    "get /drifters/images/full/{drifterId}.jpg": file("image/jpeg"),
    "get /drifters/images/160/{drifterId}.webp": file("image/webp image/jpeg"),
    "get /drifters/images/320/{drifterId}.webp": file("image/webp image/jpeg"),
    "get /drifters/images/480/{drifterId}.webp": file("image/webp image/jpeg"),
    "get /healthz": own,
    "get /readyz": [...own, "503 application/json"],
    "get /openapi.json": own,
  };

  it("has these operations with their parameters, and every header and code of their responses", () => {
    const outline = Object.entries(outlineOfDescription());
    expect(
      Object.fromEntries(outline.map(([name, text]) => [name, text.split("\n").sort()])),
    ).to.deep.equal(
      Object.fromEntries(
        Object.entries(operations).map(([name, lines]) => [name, [...lines, ...anyOf].sort()]),
      ),
    );
  });

  describe("given a response that it does not describe", () => {
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

    it("accepts the described response", () => assertFits(good));

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
      it(`rejects ${name}`, () => {
        expect(() => assertFits({ ...good, ...change })).to.throw("/openapi.json says");
      });
    }
  });
});
