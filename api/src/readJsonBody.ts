import { MIMEType } from "node:util";
import express, { type RequestHandler } from "express";
import type { z } from "zod";
import { ApiError } from "./problem.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads the request's bytes, if they are uncompressed JSON in UTF-8 and at most `maxBytes`. */
export function readBodyBytes(maxBytes: number): RequestHandler[] {
  const refuseOtherTypes: RequestHandler = (request, _response, next) => {
    if (!isJsonInUtf8(request.headers["content-type"])) throw new ApiError("body.unsupported_type");
    next();
  };
  return [refuseOtherTypes, express.raw({ type: () => true, limit: maxBytes, inflate: false })];
}

/**
 * Parses a body's bytes as one flat object of texts, more strictly than `JSON.parse` does:
 * true UTF-8, exactly the schema's fields, and none of them twice.
 */
export function parseJsonBody<Fields extends Record<string, string>>(
  bytes: unknown,
  schema: z.ZodType<Fields>,
): Fields {
  if (!Buffer.isBuffer(bytes)) throw malformed("The request has no body.");
  const text = decode(bytes);
  const parsed = schema.safeParse(parse(text));
  if (!parsed.success) throw malformed("The body does not have exactly the fields asked for.");
  if (countKeys(text) !== Object.keys(parsed.data).length) {
    throw malformed("The body gives a field more than once.");
  }
  return parsed.data;
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
    // The parser's own message quotes the body, which belongs neither in logs nor in answers.
    throw malformed("The body is not valid JSON.");
  }
}

/** Counts `"key":` in valid JSON; a key given twice counts twice, which a parsed value hides. */
function countKeys(json: string): number {
  let keys = 0;
  for (const [, colon] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g)) if (colon) keys++;
  return keys;
}

function malformed(detail: string): ApiError {
  return new ApiError("request.malformed", { detail });
}
