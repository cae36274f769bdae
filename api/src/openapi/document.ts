import type { Router } from "express";
import { z } from "zod";
import { type ApiErrorCode, apiErrorDetail, apiErrors, retryAdvice } from "#protocol/wire/errors";
import { productName } from "#protocol/wire/pages";
import { apiPaths } from "#protocol/wire/paths";
import { drifterIdSchema, problemSchema } from "#protocol/wire/responses";
import { sharedCacheControl } from "../http/cacheControl.ts";
import { allowOtherSites, createRouter, methodNotAllowed } from "../http/routing.ts";
import { listErrorCodes, type Operation, operations, schemaReference } from "./operations.ts";

/** Creates the OpenAPI 3.1 document from the service's schemas and error codes. */
export function createOpenapiDocument() {
  const paths = Object.entries(operations).map(([path, { get, post }]) => [
    path,
    {
      parameters: listPathParameters(path),
      ...(get && { get: describeOperation(path, get, "get") }),
      ...(post && { post: describeOperation(path, post, "post") }),
    },
  ]);
  return {
    openapi: "3.1.1",
    info: {
      title: productName,
      version: "1",
      description:
        "Stories about a collection's characters. Anyone can read them; a token's owner writes its story by signing it. Every GET supports HEAD, and every path supports OPTIONS. There are no accounts: each save carries its own proof.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [],
    paths: Object.fromEntries(paths),
    components: { schemas: describeSchemas(), headers: describedHeaders },
  };
}

const text = { type: "string" };
const seconds = { type: "integer", minimum: 1 };

/** Headers that every response with these names includes. */
const describedHeaders = {
  "X-Request-Id": describeHeader("Identifies this request in the service's log.", text),
  "Cache-Control": describeHeader("How long the response may be cached.", text),
  ETag: describeHeader("The resource's version.", text),
  Allow: describeHeader("Methods that the path supports.", text),
  "Retry-After": describeHeader("Seconds to wait before a retry.", seconds),
};

type HeaderName = keyof typeof describedHeaders;

function describeHeader(description: string, schema: object) {
  return { description, required: true, schema };
}

function headers(...names: HeaderName[]) {
  return Object.fromEntries(
    ["X-Request-Id", "Cache-Control", ...names].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );
}

/** Returns the request and response schemas as JSON Schema 2020-12. */
function describeSchemas(): Record<string, object> {
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, id, ...schema }]) => [name, schema]),
  );
}

/** Path parameters by name. */
const { $schema, ...drifterId } = z.toJSONSchema(drifterIdSchema);
const wallet = { description: "A wallet address: 0x and 40 hex digits.", schema: text };
const pathParameters = {
  drifterId: {
    description: "The token's ID: decimal digits without leading zeros, below 2^256.",
    schema: drifterId,
  },
  minter: wallet,
  address: wallet,
  name: { description: "An ENS name, such as ash.eth.", schema: text },
};

function listPathParameters(path: string) {
  return Object.entries(pathParameters)
    .filter(([name]) => path.includes(`{${name}}`))
    .map(([name, parameter]) => ({ name, in: "path", required: true, ...parameter }));
}

const conditional = { "If-None-Match": "Entity tags; the response is 304 if one of them matches." };

function describeOperation(path: string, operation: Operation, method: "get" | "post") {
  const { id, summary, success, unavailable, request, query, responseHeaders = {} } = operation;
  const { requestHeaders = method === "get" ? conditional : {} } = operation;
  const headersRead = Object.entries(requestHeaders).map(([name, description]) => ({
    name,
    in: "header",
    description,
    schema: text,
  }));
  return {
    operationId: id,
    summary,
    parameters: [...describeQuery(query), ...headersRead],
    ...(request && { requestBody: { required: true, content: describeContent(request) } }),
    responses: {
      200: {
        description: "Done.",
        headers: { ...headers("ETag"), ...describeOptionalHeaders(responseHeaders) },
        content: describeContent(success),
      },
      ...(method === "get" && { 304: { description: "Not changed.", headers: headers("ETag") } }),
      ...describeErrors(listErrorCodes(path, operation)),
      ...(unavailable && {
        [unavailable.status]: {
          description: unavailable.description,
          headers: headers(),
          content: describeContent(unavailable),
        },
      }),
    },
  };
}

function describeQuery(query: Operation["query"] = {}) {
  return Object.entries(query).map(([name, { expects, isRepeatable }]) => ({
    name,
    in: "query",
    description: `Must be ${expects}.`,
    schema: isRepeatable ? { type: "array", items: text } : text,
  }));
}

/** Headers that only some responses include. */
function describeOptionalHeaders(responseHeaders: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(responseHeaders).map(([name, description]) => [
      name,
      { description, schema: text },
    ]),
  );
}

function describeContent({ mediaType, otherMediaType, schema }: Operation["success"]) {
  return { [mediaType]: { schema }, ...(otherMediaType && { [otherMediaType]: { schema } }) };
}

const headersByStatus: Partial<Record<number, HeaderName[]>> = {
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

/** Describes the error responses by status, with their codes. */
function describeErrors(codes: readonly ApiErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => apiErrors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const description = codes
        .map((code) => `\`${code}\`: ${apiErrorDetail(code)} ${retryAdvice[apiErrors[code].retry]}`)
        .join("\n\n");
      const properties = { status: { const: status }, code: { enum: codes } };
      const schema = { allOf: [schemaReference(problemSchema), { properties }] };
      return [
        status,
        {
          description,
          headers: headers(...(headersByStatus[status] ?? [])),
          content: describeContent({ mediaType: "application/problem+json", schema }),
        },
      ];
    }),
  );
}

/** Routes the OpenAPI document, which is constant while the service runs. */
export function openapiRoutes(): Router {
  const body = Buffer.from(JSON.stringify(createOpenapiDocument()));
  const router = createRouter();
  router
    .route(apiPaths.description)
    .get(allowOtherSites, (_request, response) => {
      response.setHeader("Cache-Control", sharedCacheControl);
      response.type("application/json").send(body);
    })
    .all(methodNotAllowed("GET", "HEAD"));
  return router;
}
