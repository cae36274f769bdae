import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem, NarrativeRecord, NarrativeSaveRequest } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import { DurabilityViolation, promise } from "./durabilityViolation.ts";

/** An answer that arrived whole. */
export interface Answer<Body> {
  status: number;
  etag: string;
  body: Body;
}

const longestWaitMilliseconds = 30_000;

/** Posts a save; undefined if the answer never arrived. */
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
  promise(status === 200, () => `The list is answered with ${status}.`);
  return body;
}

export function readStory(
  url: string,
  drifterId: DrifterId,
  headers: Record<string, string> = {},
): Promise<Answer<NarrativeRecord>> {
  // Without it, fetch would add its own "no-cache" to a conditional read.
  const plain = { "cache-control": "max-age=0", ...headers };
  return read(url + drifterPath(apiPaths.narrative, drifterId), { headers: plain });
}

export async function readHistory(url: string, drifterId: DrifterId): Promise<NarrativeRecord[]> {
  const { status, body } = await read<NarrativeRecord[]>(
    url + drifterPath(apiPaths.history, drifterId),
  );
  promise(status === 200, () => `The history of drifter ${drifterId} is answered with ${status}.`);
  return body;
}

/** Waits until the service answers reads. */
export async function answersReads(url: string): Promise<void> {
  const patience = AbortSignal.timeout(longestWaitMilliseconds);
  while ((await read(url + apiPaths.narratives)).status !== 200) {
    promise(!patience.aborted, () => "The service does not come back after its database has.");
  }
}

/** Reads are made while nothing is killed: each has to be answered whole. */
async function read<Body>(url: string, options?: RequestInit): Promise<Answer<Body>> {
  try {
    return await ask(url, options);
  } catch (error) {
    if (error instanceof DurabilityViolation) throw error;
    throw new DurabilityViolation(`${url} is not answered whole: ${error}.`);
  }
}

/** @throws {DurabilityViolation} when there is no answer in time; fetch's own error when it is cut off. */
async function ask<Body>(url: string, options: RequestInit = {}): Promise<Answer<Body>> {
  const signal = AbortSignal.timeout(longestWaitMilliseconds);
  try {
    const response = await fetch(url, { ...options, signal });
    const text = await response.text();
    // Safety: the caller compares the content.
    const body = (text === "" ? undefined : JSON.parse(text)) as Body;
    return { status: response.status, etag: response.headers.get("etag") ?? "", body };
  } catch (error) {
    promise(!signal.aborted, () => `${url} is not answered within 30 s.`);
    throw error;
  }
}
