import type { ApiErrorCode } from "#protocol/errors";
import { Refusal } from "./refusal.ts";

/** What a save that failed says to the writer: what happened, and what to do. */
export function describeSaveFailure(error: unknown): string {
  if (error instanceof Refusal) return error.code ? wordsFor[error.code] : unreadable;
  if (error instanceof TypeError) return unreachable;
  return unreadable;
}

const unreachable =
  "The service could not be reached. Check your connection, then press Save again.";
const unreadable =
  "The service gave an answer that makes no sense, so it may not have saved your story. Press Save again.";
const ours =
  "Something in this page went wrong, and your story was not saved. Reload and try again.";

const wordsFor = {
  "request.malformed": ours,
  "request.timed_out":
    "The story took too long to reach the service, so it was not saved. Press Save again.",
  "request.headers_too_large": ours,
  "drifter.invalid_id": "No drifter walks under this number.",
  "owner.mismatch":
    "The chain says that this wallet does not own the drifter now, so the story was not saved. Connect the owner's wallet.",
  "drifter.not_found": "This drifter has not been minted yet, so it cannot have a story.",
  "narrative.not_found": ours,
  "route.not_found": ours,
  "method.not_allowed": ours,
  "narrative.replaced":
    "This very text was published before and has been replaced since. Change at least one character, then sign again.",
  "revision.mismatch": "A newer version was published. Compare before publishing.",
  "body.too_large": "The story is longer than the service takes. Shorten it, then sign again.",
  "body.unsupported_type": ours,
  "narrative.malformed_text":
    "The text holds a character that cannot be stored (half an emoji, or an invisible NUL). Remove it, then sign again.",
  "message.mismatch":
    "The signature is for another message. Discard the signature, sign again, then save.",
  "hash.mismatch":
    "The text has changed since you signed it. Discard the signature, sign again, then save.",
  "signature.invalid":
    "The signature is not one by the drifter's owner. Discard the signature, sign again, then save.",
  "mint.not_offered": ours,
  "mint.invalid_minter": ours,
  "mint.invalid_quantity": ours,
  "mint.quantity_too_large": ours,
  "mint.phase_closed": ours,
  "mint.not_listed": ours,
  "mint.allowance_used": ours,
  "mint.confirming": ours,
  "mint.record_outdated": ours,
  "mint.signer_mismatch": ours,
  "rate.limited": "That was a lot of saves in a short time. Wait a minute, then press Save again.",
  "chain.unavailable":
    "The chain could not be asked who owns the drifter, so nothing was saved. Press Save again in a moment.",
  "store.unavailable":
    "The service could not write the story down, so it was not saved. Press Save again in a moment.",
  internal: "The service stumbled, and your story was not saved. Press Save again in a moment.",
} satisfies Record<ApiErrorCode, string>;
