import type { Signer } from "ethers";
import {
  type Collection,
  type MintAuthorization,
  mintAuthorizationDigest,
  mintAuthorizationTypedData,
} from "#protocol/mintAuthorization";

/** The arguments of `FringeMint`, in order. */
export type MintArguments = [hash: string, signature: string, transactionID: string, qty: bigint];

/** Signs `authorization` as the collection's signer and returns what its minter passes to `FringeMint`. */
export async function authorizeMint(
  signer: Signer,
  collection: Collection,
  authorization: MintAuthorization,
): Promise<MintArguments> {
  const { domain, types, message } = mintAuthorizationTypedData(collection, authorization);
  const signature = await signer.signTypedData(
    domain,
    { MintAuthorization: [...types.MintAuthorization] },
    message,
  );
  const hash = mintAuthorizationDigest(collection, authorization);
  return [hash, signature, authorization.transactionID, authorization.qty];
}
