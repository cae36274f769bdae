import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { apiPaths } from "#protocol/wire/paths";
import { createOpenapiDocument } from "../../../api/src/openapi/document.ts";

/** The parts of a response that `assertDescribed` compares with the OpenAPI description. */
export interface Answer {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  body: Buffer;
}

/** The OpenAPI description of a response. */
interface DescribedResponse {
  headers: Record<string, object>;
  content?: Record<string, object>;
}
type PathItem = Partial<Record<string, { responses: Record<number, DescribedResponse> }>>;

const document = createOpenapiDocument();
// Safety: declares only the parts that are read, by names from responses.
const paths = document.paths as unknown as Record<string, PathItem>;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, "description");

/** `Cache-Control` of responses that shared caches serve stale for seconds, or only after revalidation. */
const shared = "public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=8";
const revalidated = "public, no-cache";

/** `Cache-Control` of the paths whose successful responses are not `shared`. */
const policies: Partial<Record<string, string>> = {
  [apiPaths.narratives]: revalidated,
  [apiPaths.narrative]: revalidated,
  [apiPaths.history]: revalidated,
  [apiPaths.card]: revalidated,
  [apiPaths.storyMap]: revalidated,
  [apiPaths.tokens]: revalidated,
  [apiPaths.checkpoint]: "no-cache",
  [apiPaths.heads]: "no-cache",
  [apiPaths.links]: "no-cache",
  [apiPaths.ownedTokens]: "no-cache",
  [apiPaths.name]: "no-cache",
  [apiPaths.mintAuthorization]: "no-store",
  [apiPaths.mintAllowance]: "no-store",
  [apiPaths.health]: "no-store",
  [apiPaths.readiness]: "no-store",
};

/** Throws unless the OpenAPI description covers this response, its headers and its body. */
export function assertDescribed(answer: Answer): void {
  const mismatch = describeMisfit(answer);
  if (mismatch === undefined) return;
  const { method, path, status, body } = answer;
  const shown = body.toString().slice(0, 300);
  throw new Error(`${method} ${path} → ${status}: /openapi.json says ${mismatch}. ${shown}`);
}

/** Throws unless a response has the headers that protect every page and every client. */
export function assertSafe(headers: Headers): void {
  expect(headers.get("content-security-policy")).to.include("script-src 'self';");
  expect(headers.get("x-content-type-options")).to.equal("nosniff");
  expect(headers.get("x-frame-options")).to.equal("DENY");
  expect(headers.get("referrer-policy")).to.equal("no-referrer");
  for (const name of ["x-powered-by", "server"]) expect(headers.has(name), name).to.equal(false);
}

function describeMisfit(answer: Answer): string | undefined {
  const path = templateFor(answer.path);
  if (path === undefined) return misfitOfUnknownPath(answer);
  const operations = paths[path] ?? {};
  const method = answer.method === "HEAD" ? "get" : answer.method.toLowerCase();
  const allow = ["get" in operations && "GET, HEAD", "post" in operations && "POST", "OPTIONS"];
  const isAllowListed = answer.headers.get("allow") === allow.filter(Boolean).join(", ");
  if (method === "options" && answer.status === 204) return isAllowListed ? undefined : "Allow";
  if ((method !== "get" && method !== "post") || operations[method] === undefined) {
    if (isProblem(answer, "method.not_allowed")) return isAllowListed ? undefined : "Allow";
    return isProblem(answer, "request.malformed") ? undefined : "no such method";
  }
  return misfitOfOperation(answer, path, method);
}

function misfitOfOperation(answer: Answer, path: string, method: string): string | undefined {
  const response = paths[path]?.[method]?.responses[answer.status];
  if (response === undefined) return `no ${answer.status} here`;
  // Shared responses are always present.
  const missing = Object.entries(response.headers).find(
    ([name, header]) => "$ref" in header && !answer.headers.has(name),
  );
  if (missing !== undefined) return `there is a ${missing[0]}`;
  const extra = ["Allow", "Retry-After"].find((name) => answer.headers.has(name));
  if (extra !== undefined && !(extra in response.headers)) return `there is no ${extra}`;
  const policy = answer.status < 400 ? (policies[path] ?? shared) : "no-store";
  const mayVary = path === apiPaths.neighbors && answer.headers.get("cache-control") === "no-cache";
  if (!mayVary && answer.headers.get("cache-control") !== policy) return `Cache-Control: ${policy}`;
  const mediaTypes = Object.keys(response.content ?? {});
  if (mediaTypes.length === 0) return answer.body.length > 0 ? "no body" : undefined;
  const mediaType = mediaTypes.find((each) => each === typeOf(answer));
  if (mediaType === undefined) return `it is ${mediaTypes.join(" or ")}, not ${typeOf(answer)}`;
  if (answer.method === "HEAD" || !mediaType.endsWith("json")) return undefined;
  const place = ["paths", path, method, "responses", answer.status, "content", mediaType, "schema"];
  return misfitOfBody(answer, place);
}

function misfitOfBody({ body }: Answer, place: (string | number)[]): string | undefined {
  const pointer = place.map(
    (part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`,
  );
  const reference = `description#${pointer.map(encodeURI).join("")}`;
  const validate = ajv.getSchema(reference);
  if (validate === undefined) throw new Error(`There is nothing at ${reference}.`);
  return validate(JSON.parse(body.toString())) ? undefined : ajv.errorsText(validate.errors);
}

/** Returns why an undescribed path is wrong: only paths outside `/api` and `/drifters` may be undescribed. */
function misfitOfUnknownPath(answer: Answer): string | undefined {
  if (answer.status === 405 && answer.headers.get("allow") !== "GET, HEAD, OPTIONS") return "Allow";
  if (answer.status >= 400 && typeOf(answer) === "application/problem+json") {
    if (answer.method === "HEAD") return undefined;
    return misfitOfBody(answer, ["components", "schemas", "Problem"]);
  }
  return /^\/(api|drifters)(\/|$)/.test(answer.path) ? "no such path" : undefined;
}

function isProblem({ body }: Answer, code: string): boolean {
  return body.includes(`"code":"${code}"`);
}

function typeOf({ headers }: Answer): string | undefined {
  return headers.get("content-type")?.split(";")[0];
}

function templateFor(target: string): string | undefined {
  const [path = ""] = target.replace(/^https?:\/\/[^/]*/, "").split(/[?#]/);
  return Object.keys(paths).find((template) => {
    const pattern = template.replaceAll(".", "\\.").replace(/\{\w+\}/, "[^/]+");
    return new RegExp(`^${pattern}$`).test(path);
  });
}
