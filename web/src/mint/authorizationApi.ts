import type { Address } from "viem";
import { apiPaths } from "#protocol/paths";
import { readAuthorization } from "#protocol/sale/readAuthorization";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import { refusalFrom } from "../narrative/refusal.ts";

/**
 * Requests an authorisation. Until it is used, the service signs all requests under the same transaction
 * ID.
 *
 * @throws Refusal on an error response, another error when the request failed or the response was invalid.
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
  if (!response.ok) throw await refusalFrom(response);
  return readAuthorization(await response.text());
}
