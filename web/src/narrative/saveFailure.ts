import { type Attempt, attempts, unexpectedWords, unreachableWords } from "#protocol/attempts";
import { apiErrorWords } from "#protocol/errors";
import { Refusal } from "./refusal.ts";

/** Describes why a save or a removal failed, and what to do. */
export function describeSaveFailure(error: unknown, attempt: Attempt = attempts.save): string {
  if (error instanceof Refusal) return apiErrorWords(error.code, attempt);
  return error instanceof TypeError ? unreachableWords(attempt) : unexpectedWords(attempt);
}
