import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { refusalFrom } from "../narrative/refusal.ts";
import { serviceFetch } from "../serviceFetch.ts";

/**
 * Reads JSON from the service. Logs failures, except requests that the page aborted.
 *
 * @throws Refusal on an error response, another error when the request failed or the response was invalid.
 */
export async function readJson<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  { signal, client }: { signal: AbortSignal; client: QueryClient },
): Promise<v.InferOutput<Schema>> {
  try {
    const response = await serviceFetch(client)(path, { signal });
    if (!response.ok) throw await refusalFrom(response);
    return v.parse(schema, await response.json());
  } catch (error) {
    if (!signal.aborted) console.error(`Error fetching ${path}:`, error);
    throw error;
  }
}
