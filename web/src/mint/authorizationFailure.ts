import { attempts, unexpectedWords, unreachableWords } from "#protocol/attempts";
import { apiErrorWords } from "#protocol/errors";
import { Refusal } from "../narrative/refusal.ts";
import type { Failure } from "./purchase/purchase.ts";

/** Describes why the service did not authorise a mint. */
export function describeAuthorizationFailure(error: unknown): Failure {
  if (error instanceof TypeError) return { ...refused, words: unreachableWords(attempts.mint) };
  if (!(error instanceof Refusal)) return { ...refused, words: unexpectedWords(attempts.mint) };
  // A service without mint authorisations has no such route.
  const code = error.is("route.not_found") ? "mint.not_offered" : error.code;
  const words = apiErrorWords(code, attempts.mint);
  return { ...refused, words, isNotOffered: code === "mint.not_offered" };
}

const refused = { asked: "service", isRejection: false } as const;
