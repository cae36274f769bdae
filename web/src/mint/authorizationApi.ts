import type { Address } from "viem";
import { apiPaths } from "#protocol/paths";
import { readAuthorization } from "#protocol/sale/readAuthorization";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import { refusalFrom } from "../narrative/refusal.ts";

/**
 * Asks the service to authorise a mint. Until one is used, all are signed under the same transaction id.
 *
 * @throws Refusal when the service refuses, another error when it is unreachable or its response is invalid.
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
