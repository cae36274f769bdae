import type { ApiErrorCode } from "#protocol/errors";
import { Refusal } from "../narrative/refusal.ts";
import type { Failure } from "./purchase/purchase.ts";

/** Puts into words why the service gave no authorisation. */
export function describeAuthorizationFailure(error: unknown): Failure {
  if (error instanceof TypeError) return { ...refused, words: unreachable };
  if (!(error instanceof Refusal) || error.code === undefined) {
    return { ...refused, words: unreadable };
  }
  const { code } = error;
  return { ...refused, words: wordsFor[code], isNotOffered: wordsFor[code] === notOffered };
}

const refused = { asked: "service", isRejection: false } as const;

const unreachable =
  "The service that authorises mints could not be reached, so nothing was sent. Check your connection, then try again.";
const unreadable =
  "The service that authorises mints gave an answer that makes no sense, so nothing was sent. Try again in a moment.";
const ours =
  "Something in this page went wrong, and nothing was sent. Reload the page, then try again.";
const notOffered =
  "This site does not authorise mints itself. If the collection's team gave you an authorisation, paste it below.";

const wordsFor = {
  "request.malformed": ours,
  "request.timed_out": unreachable,
  "request.headers_too_large": ours,
  "drifter.invalid_id": ours,
  "owner.mismatch": ours,
  "drifter.not_found": ours,
  "narrative.not_found": ours,
  "route.not_found": notOffered,
  "method.not_allowed": ours,
  "narrative.replaced": ours,
  "revision.mismatch": ours,
  "body.too_large": ours,
  "body.unsupported_type": ours,
  "narrative.malformed_text": ours,
  "message.mismatch": ours,
  "hash.mismatch": ours,
  "signature.invalid": ours,
  "mint.not_offered": notOffered,
  "mint.invalid_minter": "This wallet's address cannot mint. Connect another wallet.",
  "mint.invalid_quantity": "Choose at least one drifter, then try again.",
  "mint.quantity_too_large":
    "This is more than the wallet may mint now, with what it has minted already. Choose fewer.",
  "mint.phase_closed": "Nobody is authorised to mint in this phase. Wait for the next one.",
  "mint.not_listed":
    "This phase is for listed wallets, and this one is not on the list. Connect a listed wallet, or wait for the next phase.",
  "mint.allowance_used":
    "This wallet has minted all that this phase allows it. Wait for the next phase.",
  "mint.confirming":
    "Your last mint is being confirmed, so nothing was sent. Try again in a few minutes, or choose fewer.",
  "mint.record_outdated":
    "The service cannot authorise mints until its operator has changed the collection's signer. Nothing was sent; try again later.",
  "mint.signer_mismatch":
    "The service's key is not the collection's signer, so nobody can be authorised. Its operator has to mend that; try again later.",
  "rate.limited":
    "Authorisations were asked for too often from your network. Wait a minute, then try again.",
  "chain.unavailable":
    "The service could not ask the chain, so it authorised nothing. Try again in a moment.",
  "store.unavailable":
    "The service could not write the authorisation down, so it gave none. Try again in a moment.",
  internal: "The service stumbled, and nothing was sent. Try again in a moment.",
} satisfies Record<ApiErrorCode, string>;
