import { attempts, unexpectedResponseMessage, unreachableMessage } from "#protocol/attempts";
import { apiErrorMessage } from "#protocol/errors";
import { Refusal } from "../narrative/refusal.ts";
import type { Failure } from "./purchase/purchase.ts";

/** Describes why the service did not authorise a mint. */
export function describeAuthorizationFailure(error: unknown): Failure {
  if (error instanceof TypeError) return { ...refused, words: unreachableMessage(attempts.mint) };
  if (!(error instanceof Refusal))
    return { ...refused, words: unexpectedResponseMessage(attempts.mint) };
  // A service without mint authorisations has no such route.
  const code = error.is("route.not_found") ? "mint.not_offered" : error.code;
  const words = apiErrorMessage(code, attempts.mint);
  return { ...refused, words, isNotOffered: code === "mint.not_offered" };
}

const refused = { failedAt: "service", isRejection: false } as const;
