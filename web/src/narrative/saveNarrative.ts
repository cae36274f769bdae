import * as v from "valibot";
import { attempts, unexpectedResponseMessage, unreachableMessage } from "#protocol/wire/attempts";
import { apiErrorMessage } from "#protocol/wire/errors";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { NarrativeSaveRequest } from "#protocol/wire/responses";
import { readProblem, readStoryJson, ServiceError } from "../service/readJson.ts";
import { offlineSaveMessage } from "./editorMessages.ts";
import {
  type Narrative,
  type NoNarrative,
  parseRemoval,
  readNarrative,
  readTag,
  textSchema,
} from "./narrativeApi.ts";

/** Precondition headers (RFC 9110, section 13.1), so that a save replaces only the loaded version. */
export type SaveCondition = { "If-Match"?: string; "If-None-Match"?: "*" };

export function toSaveCondition({ narrative, tag }: Narrative | NoNarrative): SaveCondition {
  if (tag !== undefined) return { "If-Match": tag };
  return narrative === null ? { "If-None-Match": "*" } : {};
}

/** Thrown when a save fails while the browser is offline, so that the service cannot have received the story. */
export class OfflineError extends Error {
  override name = "OfflineError";
}

/** Response header that marks a saved story as hidden. */
const visibilityHeader = "Story-Visibility";

/**
 * Posts a signed story.
 *
 * @param condition precondition; the service rejects the save if another version is current.
 * @returns the stored story, or its absence after a removal.
 * @throws {ServiceError} on an error response, {OfflineError} while offline, another error when the request failed or
 * the response was invalid.
 */
export async function saveNarrative(
  request: NarrativeSaveRequest,
  condition: SaveCondition = {},
): Promise<Narrative | NoNarrative> {
  // Read before the request, because a request sent before the browser went offline may have arrived.
  const wasOffline = navigator.onLine === false;
  const response = await fetch(tokenPath(apiPaths.narrative, request.drifterId), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...condition },
    body: JSON.stringify(request),
  }).catch((cause: unknown) => {
    throw wasOffline ? new OfflineError("The browser is offline.", { cause }) : cause;
  });
  if (!response.ok) throw await readProblem(response);
  const json: unknown = await readStoryJson(response);
  const saved = readNarrative(json);
  if (saved.narrative === null && !v.is(textSchema, json)) {
    throw new Error("The service returned no story.");
  }
  const hidden = response.headers.get(visibilityHeader) === "hidden" && { isHidden: true as const };
  if (saved.narrative === null) return { ...saved, ...parseRemoval(json), ...hidden };
  return { ...saved, ...readTag(saved, response), ...hidden };
}

/** Whether only a new signature can make the save succeed. */
export function requiresNewSignature(error: unknown): boolean {
  const codes = ["message.mismatch", "hash.mismatch", "signature.invalid"] as const;
  return error instanceof ServiceError && codes.some((code) => error.is(code));
}

/** Returns why a save failed, and what to do. */
export function describeSaveFailure(error: unknown): string {
  if (error instanceof OfflineError) return offlineSaveMessage;
  if (error instanceof ServiceError) return apiErrorMessage(error.code, attempts.save);
  return error instanceof TypeError
    ? unreachableMessage(attempts.save)
    : unexpectedResponseMessage(attempts.save);
}
