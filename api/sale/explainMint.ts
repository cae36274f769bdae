import { type Address, type Client, maxUint256, numberToHex, zeroHash } from "viem";
import type { CollectionRef } from "#protocol/chain/collectionRef";
import { smaller } from "#protocol/values/bigints";
import { type MintArguments, mintArguments } from "#protocol/wire/mintAuthorization";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import { authorizationFindings } from "./authorizationFindings.ts";
import { evaluateRules, type RuleResult } from "./evaluateRules.ts";
import type { SaleCall } from "./saleCalls.ts";
import { type CallOutcome, readSaleAfter, readUsed, type SaleFacts } from "./saleFacts.ts";

/** A mint to explain: the wallet and the quantity. */
export interface MintQuery {
  collection: CollectionRef;
  wallet: Address;
  qty: bigint;
  /** Value in wei, below 2^256; defaults to the total price, or as much of it as can be sent. */
  value?: bigint | undefined;
  authorization?: SignedMintAuthorization | undefined;
  /** The owner's hypothetical calls before the mint, in order. */
  whatIf?: readonly SaleCall[] | undefined;
  /** Symbol of the chain's currency. */
  symbol: string;
}

export interface MintExplanation {
  /** Whether the mint would succeed at this block after the hypothetical calls. */
  canMint: boolean;
  blockNumber: bigint;
  wallet: Address;
  qty: bigint;
  /** Value in wei. */
  value: bigint;
  /** The sale after the hypothetical calls. */
  sale: SaleFacts;
  whatIf: CallOutcome[];
  /** Results in the order in which the rules are checked. */
  results: RuleResult[];
}

/**
 * Explains whether a wallet can mint at the latest block, and which rules prevent a mint. Each
 * result comes from a simulation of this mint, changed so that it passes the preceding rules.
 *
 * @throws {SimulationUnsupportedError} and the errors of the node's transport.
 */
export async function explainMint(client: Client, query: MintQuery): Promise<MintExplanation> {
  const { collection, wallet, qty, authorization, whatIf = [], symbol } = query;
  const blockNumber = BigInt(await client.request({ method: "eth_blockNumber" }));
  const [{ sale, outcomes }, balance] = await Promise.all([
    readSaleAfter(client, collection.contract, whatIf, blockNumber),
    client
      .request({ method: "eth_getBalance", params: [wallet, numberToHex(blockNumber)] })
      .then(BigInt),
  ]);
  const value = query.value ?? smaller(qty * sale.price, maxUint256);
  const simulation = {
    collection,
    wallet,
    qty,
    value,
    calls: whatIf,
    phase: sale.phase.name,
    authorization: authorization ? toMintArguments(authorization, qty) : emptyMintArguments(qty),
    isPlain: false,
    sale,
    blockNumber,
  };
  const results = await evaluateRules(client, simulation, { balance, symbol });
  const reasons = await authorizationReasons(client, query, sale, blockNumber);
  return {
    canMint: results.every(({ result }) => result === "passed"),
    blockNumber,
    wallet,
    qty,
    value,
    sale,
    whatIf: outcomes,
    results: results.map((each) =>
      each.rule === "AuthenticationFailed" && each.result === "failed" && reasons.length > 0
        ? { ...each, reasons }
        : each,
    ),
  };
}

/** Returns the arguments with which the wallet calls the mint function. */
function toMintArguments(authorization: SignedMintAuthorization, qty: bigint): MintArguments {
  const [hash, signature, transactionID] = mintArguments(authorization);
  return [hash, signature, transactionID, qty];
}

function emptyMintArguments(qty: bigint): MintArguments {
  return [zeroHash, "0x", "", qty];
}

/** Returns why the contract rejects the authorization; the contract's error has no details. */
async function authorizationReasons(
  client: Client,
  { collection, wallet, qty, authorization }: MintQuery,
  sale: SaleFacts,
  blockNumber: bigint,
): Promise<string[]> {
  if (!authorization) return ["No authorization provided."];
  const { transactionID } = authorization;
  const isUsed = await readUsed(client, collection.contract, transactionID, blockNumber);
  const mint = { collection, wallet, qty, sale, isUsed };
  const findings = await authorizationFindings(authorization, mint);
  return findings.filter(({ isFault }) => isFault).map(({ sentence }) => sentence);
}
