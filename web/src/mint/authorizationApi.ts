import type { Address } from "viem";
import { apiPaths } from "#protocol/paths";
import { readAuthorization } from "#protocol/sale/readAuthorization";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import { type Refusal, refusalFrom } from "../narrative/refusal.ts";

/** The wallet has an authorisation for another quantity, which has to be used first. */
export class PendingAuthorizationError extends Error {
  override name = "PendingAuthorizationError";
  readonly pending: SignedMintAuthorization;

  constructor(pending: SignedMintAuthorization, options: ErrorOptions) {
    super(`An authorisation for ${pending.qty} is not used yet.`, options);
    this.pending = pending;
  }
}

/**
 * Asks the service to authorise a mint. The same wish gets the same authorisation until it is used.
 *
 * @throws PendingAuthorizationError, Refusal when the service says no, another error when it could not be
 * asked or understood.
 */
export async function requestAuthorization(
  minter: Address,
  qty: number,
): Promise<SignedMintAuthorization> {
  const response = await fetch(apiPaths.mintAuthorization, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ minter, qty }),
  });
  const text = await response.clone().text();
  if (response.ok) return readAuthorization(text);
  throw withPending(await refusalFrom(response), text);
}

function withPending(refusal: Refusal, text: string): Error {
  if (!refusal.is("mint.pending")) return refusal;
  try {
    // Safety: only a field of it is looked at, and read as strictly as what people paste.
    const { pending } = JSON.parse(text) as { pending?: unknown };
    const signed = readAuthorization(JSON.stringify(pending));
    return new PendingAuthorizationError(signed, { cause: refusal });
  } catch {
    return refusal;
  }
}
