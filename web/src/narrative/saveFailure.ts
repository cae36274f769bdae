import {
  type Attempt,
  attempts,
  unexpectedResponseMessage,
  unreachableMessage,
} from "#protocol/attempts";
import { apiErrorMessage } from "#protocol/errors";
import { Refusal } from "./refusal.ts";

/** Describes why a save or a removal failed, and what to do. */
export function describeSaveFailure(error: unknown, attempt: Attempt = attempts.save): string {
  if (error instanceof Refusal) return apiErrorMessage(error.code, attempt);
  return error instanceof TypeError
    ? unreachableMessage(attempt)
    : unexpectedResponseMessage(attempt);
}
