import {
  type CallVocabulary,
  type CollectionCall,
  type CollectionCallName,
  parseCall,
} from "#protocol/collectionCalls";

export {
  CallSyntaxError as SaleCallSyntaxError,
  encodeCall as encodeSaleCall,
  formatCall as formatSaleCall,
} from "#protocol/collectionCalls";

/** The owner's calls that decide who may mint what. */
export const saleCallNames = [
  "toggleMint",
  "changePhase",
  "adjustPhases",
  "adjustPrice",
  "adjustMaxBatch",
  "adjustSigner",
] as const satisfies readonly CollectionCallName[];

export type SaleCallName = (typeof saleCallNames)[number];

/** One of these calls, with its arguments. */
export type SaleCall = CollectionCall<SaleCallName>;

const vocabulary: CallVocabulary<SaleCallName> = {
  names: saleCallNames,
  title: "the owner's calls to the sale",
};

/**
 * Reads a call: `toggleMint()`, `changePhase("Ember")`, `adjustPhases("Ember", 1, 101)`, `adjustPrice(0.05 ether)`.
 *
 * @throws {SaleCallSyntaxError}
 */
export function parseSaleCall(text: string): SaleCall {
  return parseCall(text, vocabulary);
}
