import { attempts, unexpectedWords, unreachableWords } from "#protocol/attempts";
import { apiErrorWords } from "#protocol/errors";
import { Refusal } from "./refusal.ts";

/** What a save that failed says to the writer: what happened, and what to do. */
export function describeSaveFailure(error: unknown): string {
  if (error instanceof Refusal) return apiErrorWords(error.code, attempts.save);
  return error instanceof TypeError
    ? unreachableWords(attempts.save)
    : unexpectedWords(attempts.save);
}
