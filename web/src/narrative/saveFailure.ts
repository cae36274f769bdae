import { attempts, unexpectedResponseMessage, unreachableMessage } from "#protocol/attempts";
import { apiErrorMessage } from "#protocol/errors";
import { Refusal } from "./refusal.ts";

/** Describes why a save failed, and what to do. */
export function describeSaveFailure(error: unknown): string {
  if (error instanceof Refusal) return apiErrorMessage(error.code, attempts.save);
  return error instanceof TypeError
    ? unreachableMessage(attempts.save)
    : unexpectedResponseMessage(attempts.save);
}
