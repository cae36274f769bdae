import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import type { ApiErrorCode } from "#protocol/errors";
import { serviceFetch } from "./serviceFetch.ts";

/** An error response of the service. */
export class ServiceError extends Error {
  override name = "ServiceError";
  /** Absent if a proxy responded; may be newer than the page. */
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

const problemSchema = v.object({ code: v.string() });

/** Creates a ServiceError from an error response with any body. */
export async function readProblem(response: Response): Promise<ServiceError> {
  const problem = v.safeParse(problemSchema, await response.json().catch(() => undefined));
  return new ServiceError(response.status, problem.success ? problem.output.code : undefined);
}

/**
 * Reads JSON from the service. Logs failures, except requests that the page aborted.
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
    return v.parse(schema, await response.json());
  });
}

/** Logs failures, except requests that the page aborted. */
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
