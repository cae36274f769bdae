import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem, NarrativeRecord, NarrativeSaveRequest } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import { assertDurable, DurabilityViolation } from "./durabilityViolation.ts";

/** A complete response. */
export interface Answer<Body> {
  status: number;
  etag: string;
  body: Body;
}

const longestWaitMilliseconds = 30_000;

/** Posts a save; returns undefined without a response. */
export async function postSave(
  url: string,
  request: NarrativeSaveRequest,
  ifMatch?: string,
): Promise<Answer<NarrativeRecord> | undefined> {
  try {
    return await ask<NarrativeRecord>(url + drifterPath(apiPaths.narrative, request.drifterId), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(ifMatch !== undefined && { "if-match": ifMatch }),
      },
      body: JSON.stringify(request),
    });
  } catch (error) {
    if (error instanceof DurabilityViolation) throw error;
    return undefined;
  }
}

export async function readList(url: string): Promise<NarrativeListItem[]> {
  const { status, body } = await read<NarrativeListItem[]>(url + apiPaths.narratives);
  assertDurable(status === 200, () => `The list has status ${status}.`);
  return body;
}

export function readStory(
  url: string,
  drifterId: DrifterId,
  headers: Record<string, string> = {},
): Promise<Answer<NarrativeRecord>> {
  // Without this header fetch would add "no-cache" to a conditional read.
  const plain = { "cache-control": "max-age=0", ...headers };
  return read(url + drifterPath(apiPaths.narrative, drifterId), { headers: plain });
}

export async function readHistory(url: string, drifterId: DrifterId): Promise<NarrativeRecord[]> {
  const { status, body } = await read<NarrativeRecord[]>(
    url + drifterPath(apiPaths.history, drifterId),
  );
  assertDurable(status === 200, () => `The history of drifter ${drifterId} has status ${status}.`);
  return body;
}

/** Waits until the service serves reads. */
export async function answersReads(url: string): Promise<void> {
  const timeout = AbortSignal.timeout(longestWaitMilliseconds);
  while ((await read(url + apiPaths.narratives)).status !== 200) {
    assertDurable(!timeout.aborted, () => "The service did not recover after its database did.");
  }
}

/** Reads while nothing is killed, so every response must be complete. */
async function read<Body>(url: string, options?: RequestInit): Promise<Answer<Body>> {
  try {
    return await ask(url, options);
  } catch (error) {
    if (error instanceof DurabilityViolation) throw error;
    throw new DurabilityViolation(`${url} has no complete response: ${error}.`);
  }
}

/** @throws {DurabilityViolation} on a timeout, and fetch's error when the connection is closed. */
async function ask<Body>(url: string, options: RequestInit = {}): Promise<Answer<Body>> {
  const signal = AbortSignal.timeout(longestWaitMilliseconds);
  try {
    const response = await fetch(url, { ...options, signal });
    const text = await response.text();
    // Safety: the caller compares the content.
    const body = (text === "" ? undefined : JSON.parse(text)) as Body;
    return { status: response.status, etag: response.headers.get("etag") ?? "", body };
  } catch (error) {
    assertDurable(!signal.aborted, () => `${url} did not respond within 30 s.`);
    throw error;
  }
}
