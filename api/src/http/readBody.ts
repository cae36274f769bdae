import type { IncomingMessage } from "node:http";
import { MIMEType } from "node:util";
import type { z } from "zod";
import { ApiError } from "../base/apiError.ts";
import { collectBytes } from "../base/readBytes.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a request's body; throws unless the body is uncompressed JSON in UTF-8, at most `maxBytes` long. */
export async function readBodyBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const {
    "content-type": type,
    "content-encoding": coding = "identity",
    "content-length": length,
  } = request.headers;
  if (!isJsonInUtf8(type) || coding.toLowerCase() !== "identity")
    throw new ApiError("body.unsupported_type");
  // Rejected before the client sends the body.
  if (Number(length ?? 0) > maxBytes) throw new ApiError("body.too_large");
  return collectBytes(readWhileOpen(request), maxBytes, () => new ApiError("body.too_large"));
}

/** Yields a body's chunks. Stopping early leaves the connection open for the response. */
async function* readWhileOpen(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } catch (cause) {
    throw new ApiError("request.malformed", { detail: "The body is incomplete.", cause });
  }
}

/**
 * Parses a body as one flat object of strings and numbers, more strictly than `JSON.parse`:
 * requires valid UTF-8 and exactly the schema's fields, each once. Throws `request.malformed`.
 */
export function parseJsonBody<Fields extends Record<string, string | number>>(
  bytes: Buffer,
  schema: z.ZodType<Fields>,
): Fields {
  if (bytes.length === 0) throw malformed("The request has no body.");
  const text = decode(bytes);
  const parsed = schema.safeParse(parse(text));
  if (!parsed.success) {
    throw malformed(
      `The body does not have exactly the required fields. ${describeIssue(parsed.error)}`,
    );
  }
  if (countKeys(text) !== Object.keys(parsed.data).length) {
    throw malformed("The body contains a field more than once.");
  }
  return parsed.data;
}

/** Describes the first issue without quoting the body. */
function describeIssue({ issues: [issue] }: z.ZodError): string {
  const field = issue?.path.join(".");
  if (issue?.code === "unrecognized_keys") return "The body has unknown fields.";
  return field && issue?.code === "invalid_type"
    ? `${field} must be a ${issue.expected}.`
    : `Check ${field || "its form"}.`;
}

function isJsonInUtf8(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === "application/json" && /^utf-8$/i.test(params.get("charset") ?? "utf-8");
  } catch {
    return false;
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed("The body is not valid UTF-8.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the body, which must be neither logged nor sent.
    throw malformed("The body is not valid JSON.");
  }
}

/** Counts keys in valid JSON, duplicates included, which `JSON.parse` hides. Both patterns take linear time. */
function countKeys(json: string): number {
  return json.replace(/\\./gs, "").match(/"[^"]*"\s*:/g)?.length ?? 0;
}

function malformed(detail: string): ApiError {
  return new ApiError("request.malformed", { detail });
}
