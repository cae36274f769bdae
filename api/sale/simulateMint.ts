import { type Address, type Client, concat, numberToHex, recoverAddress } from "viem";
import type { CollectionRef } from "#protocol/chain/collectionRef";
import { type MintArguments, mintAuthorizationDigest } from "#protocol/wire/mintAuthorization";
import { encodeMint } from "./encodeMint.ts";
import type { SaleCall } from "./saleCalls.ts";
import { type SaleFacts, toCallRequest } from "./saleFacts.ts";
import { type Outcome, type SimulationCall, simulate } from "./simulate.ts";

/** A mint to simulate, on a sale that may be changed so that the simulation reaches later rules. */
export interface SimulatedMint {
  collection: CollectionRef;
  wallet: Address;
  qty: bigint;
  /** Value sent, in wei. */
  value: bigint;
  /** The owner's calls before the mint. */
  calls: readonly SaleCall[];
  /** Name of the active phase after those calls. */
  phase: string;
  /** The mint's arguments, or `stand-in`: an authorization by a stand-in signer that the owner sets first. */
  authorization: MintArguments | "stand-in";
  /** Whether the wallet accepts ETH and tokens as accounts without code do. */
  isPlain: boolean;
  sale: SaleFacts;
  blockNumber: bigint;
}

/** Simulates a mint with a balance that covers its value. */
export async function simulateMint(client: Client, simulation: SimulatedMint): Promise<Outcome> {
  const { collection, wallet, value, sale, blockNumber } = simulation;
  const { calls, args } = await authorizeMint(simulation);
  const requests: SimulationCall[] = calls.map((call) =>
    toCallRequest(sale.owner, collection.contract, call),
  );
  requests.push({ from: wallet, to: collection.contract, value, data: encodeMint(args) });
  const outcomes = await simulate(client, {
    calls: requests,
    blockNumber,
    balances: new Map([[wallet, value]]),
    plainAccounts: new Set(simulation.isPlain ? [wallet] : []),
  });
  const last = outcomes.at(-1);
  if (!last) throw new Error("The simulation returned no outcome.");
  return last;
}

/** Returns the owner's calls and the mint's arguments, with a stand-in signature if requested. */
async function authorizeMint(
  simulation: SimulatedMint,
): Promise<{ calls: SaleCall[]; args: MintArguments }> {
  const { authorization, calls, collection, wallet, phase, qty } = simulation;
  if (authorization !== "stand-in") return { calls: [...calls], args: authorization };
  const transactionID = "simulation: an unused ID";
  const terms = { minter: wallet, phase, transactionID, qty };
  const hash = mintAuthorizationDigest(collection, terms);
  const signer = await recoverAddress({ hash, signature: standInSignature });
  return {
    calls: [...calls, { functionName: "adjustSigner", args: [signer] }],
    args: [hash, standInSignature, transactionID, qty],
  };
}

/**
 * A well-formed signature that recovers to some address for every digest, so no key is needed: r is
 * the x coordinate of secp256k1's generator (SEC 2, section 2.4.1), s is 1, v is 27.
 */
const standInSignature = concat([
  "0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
  numberToHex(1, { size: 32 }),
  "0x1b",
]);
