import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import type { ApiErrorCode } from "#protocol/wire/errors";
import { runtimeConfig } from "../env.ts";
import { serviceFetch } from "./serviceFetch.ts";

/** Thrown for an error response from the service. */
export class ServiceError extends Error {
  override name = "ServiceError";
  /** Absent in most proxies' responses; may be newer than this build. */
  readonly code: string | undefined;
  readonly status: number;

  constructor(status: number, code: string | undefined) {
    super(`The service returned ${status}${code ? ` (${code})` : ""}.`);
    this.status = status;
    this.code = code;
  }

  is(code: ApiErrorCode): boolean {
    return this.code === code;
  }
}

/** Lower bound for the size limit, in bytes: stories saved before a lower limit was set stay readable. */
const minStoryLimitBytes = 1024 ** 2;
/** Bytes in a response besides the text: author, time, message and signature. */
const envelopeBytes = 4_096;

/** Maximum size of a list or a history, as a multiple of the maximum story size. */
const maxListStories = 32;

/** Parses a list or a history with a size limit, as `readStoryJson` does. */
export function readListJson(response: Response): Promise<unknown> {
  return readStoryJson(response, maxListStories);
}

/**
 * Parses a response with at most one story. Stops reading a larger response, which would freeze the browser.
 *
 * @throws {Error} if the response exceeds the size of `stories` stories, or is not JSON.
 */
export async function readStoryJson({ body }: Response, stories = 1): Promise<unknown> {
  const maxStoryBytes = Math.max(runtimeConfig().maxBodyBytes ?? 0, minStoryLimitBytes);
  const limit = stories * (maxStoryBytes + envelopeBytes);
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > limit) {
      void reader?.cancel().catch(() => undefined);
      throw new RangeError(`The response is larger than it may be: more than ${limit} bytes.`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return JSON.parse(text + decoder.decode());
}

const problemSchema = v.object({ code: v.string() });

/** Error codes that replace proxies' own error pages. */
const proxyCodes: Readonly<Record<number, ApiErrorCode>> = { 413: "body.too_large" };

/** Creates a ServiceError from an error response, whatever its body. */
export async function readProblem(response: Response): Promise<ServiceError> {
  const problem = v.safeParse(problemSchema, await readStoryJson(response).catch(() => undefined));
  const code = problem.success ? problem.output.code : proxyCodes[response.status];
  return new ServiceError(response.status, code);
}

/**
 * Reads JSON from the service. Logs failures, except requests that were aborted.
 *
 * @throws ServiceError on an error response, another error when the request failed or the response was invalid.
 */
export async function readJson<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  { signal, client }: { signal: AbortSignal; client: QueryClient },
): Promise<v.InferOutput<Schema>> {
  return logged(`Error fetching ${path}:`, signal, async () => {
    const response = await serviceFetch(client)(path, { signal });
    if (!response.ok) throw await readProblem(response);
    return v.parse(schema, await readListJson(response));
  });
}

/** Logs failures, except requests that were aborted. */
export async function logged<Result>(
  message: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) console.error(message, error);
    throw error;
  }
}
