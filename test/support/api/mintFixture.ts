import type { Logger } from "pino";
import { collectionConfig } from "#collection/collection.config.ts";
import { mintArguments } from "#protocol/wire/mintAuthorization";
import type { ApiProblem, SignedMintAuthorization } from "#protocol/wire/responses";
import type { Settings } from "../../../api/src/settings/settings.ts";
import { type Api, account, startApiFor } from "./apiFixture.ts";
import { borrowChain } from "./borrowedChain.ts";
import { createPlan } from "./salePlan.ts";

/** Plan in which each wallet may mint five in Ember, and account 2 three in Ash. Dusk is closed. */
export const plan = createPlan(["Ember", 5], ["Ash", { [account(2).address]: 3 }]);

/** Opens a fixture with an active sale in Ember; account 1 authorizes. */
export async function openMintFixture() {
  const chain = await borrowChain();
  const contract = await chain.ethers.deployContract(collectionConfig.contract, [
    "",
    account(1).address,
  ]);
  await contract.adjustPhases("Ember", 1, 1_001);
  await contract.adjustPhases("Ash", 2_001, 3_001);
  await contract.adjustPhases("Dusk", 4_001, 5_001);
  await contract.changePhase("Ember");
  await contract.toggleMint();
  return { chain, contract, address: await contract.getAddress(), close: () => chain.close() };
}

export type MintFixture = Awaited<ReturnType<typeof openMintFixture>>;

/** Opens a fixture with an active sale for all tests of the surrounding `describe`. */
export function useMintFixture(): MintFixture {
  // Safety: complete before the first test runs.
  const fixture = {} as MintFixture;
  before("open the sale", async () => {
    Object.assign(fixture, await openMintFixture());
  });
  after("close the fixture", () => fixture.close());
  return fixture;
}

/** Starts the service on such a fixture, by default with the collection's key and `plan`. */
export function startMintApi(
  fixture: MintFixture,
  overrides: Partial<Settings> = {},
  logger?: Logger,
): Promise<Api> {
  const mint = { signer: account(1), plan };
  return startApiFor(fixture, { mint, authorizationsPerMinute: 10_000, ...overrides }, logger);
}

export function apply(api: Api, minter: string, qty: unknown): Promise<Response> {
  return api.post("/api/mint/authorization", JSON.stringify({ minter, qty }));
}

/** Requests an authorization; fails if the service rejects the request. */
export async function issue(
  api: Api,
  minter: string,
  qty: number | string,
): Promise<SignedMintAuthorization> {
  const response = await apply(api, minter, qty);
  // Safety: tests compare or use the fields of the authorization that they read.
  if (response.ok) return (await response.json()) as SignedMintAuthorization;
  throw new Error(`${response.status}: ${await response.text()}`);
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  // Safety: a body that is not problem details has no code, and the comparison fails.
  return (await response.json()) as ApiProblem;
}

/** Mints with the authorization from the local node's account; returns the IDs of all its mints. */
export async function use(
  { chain, contract }: MintFixture,
  signed: SignedMintAuthorization,
): Promise<bigint[]> {
  const minter = await chain.ethers.getSigner(signed.minter);
  const value = (await contract[collectionConfig.priceFunction]()) * BigInt(signed.qty);
  await contract
    .connect(minter)
    [collectionConfig.mintFunction](...mintArguments(signed), { value });
  const transfers = await contract.queryFilter(contract.filters.Transfer(undefined, minter));
  return transfers.map(({ args }) => args.tokenId);
}
