import type { FringeDrifters } from "#chain/FringeDrifters";
import type { NarrativeSaveRequest } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { apiPaths, drifterPath } from "#protocol/paths";
import type { Tale } from "../../collection/art/tales.ts";
import type { LocalChain } from "./chain/localChain.ts";
import type { ReportProgress } from "./step.ts";

/** Signs a message as the owner at `address`. */
export type SignAs = (address: string, message: string) => Promise<`0x${string}`>;

export interface PublishOptions {
  apiUrl: string;
  chain: Pick<LocalChain, "ethers">;
  contract: FringeDrifters;
  tales: readonly Tale[];
  /** Signs for owners that are not accounts of the node. */
  sign?: SignAs;
  onProgress?: ReportProgress;
}

/** Saves each tale through the API in order, signed by the drifter's owner. */
export async function publishTales(options: PublishOptions): Promise<void> {
  const { apiUrl, tales, onProgress } = options;
  // Only the saves need an order, so signatures are made concurrently.
  const requests = await Promise.all(tales.map((tale) => signTale(tale, options)));
  for (const [index, request] of requests.entries()) {
    await post(request, apiUrl);
    onProgress?.({ done: index + 1, total: tales.length });
  }
}

async function signTale(
  { drifterId, narrative }: Tale,
  { chain, contract, sign = signAsAccount(chain) }: PublishOptions,
): Promise<NarrativeSaveRequest> {
  const signedMessage = narrativeMessage(drifterId, narrative);
  const signature = await sign(await contract.ownerOf(drifterId), signedMessage);
  return { drifterId, narrative, signedMessage, signature };
}

function signAsAccount({ ethers }: PublishOptions["chain"]): SignAs {
  return async (address, message) => {
    const account = await ethers.getSigner(address);
    // Safety: ethers' signatures always begin with 0x.
    return (await account.signMessage(message)) as `0x${string}`;
  };
}

async function post(request: NarrativeSaveRequest, apiUrl: string): Promise<void> {
  const response = await fetch(apiUrl + drifterPath(apiPaths.narrative, request.drifterId), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  if (response.ok) return;
  throw new Error(
    `The API rejected the story of drifter ${request.drifterId}: ${await response.text()}`,
  );
}
