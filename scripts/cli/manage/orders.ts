import {
  type CallVocabulary,
  type CollectionCall,
  type CollectionCallName,
  collectionCallNames,
  parseCall,
} from "#protocol/collectionCalls";

/** What a person wants done: a call of the contract, or one only if minting is not yet as it should be. */
export interface Order {
  /** As it was given. */
  text: string;
  call: CollectionCall;
  /** How minting is to be; absent where the call itself is asked for. */
  isMintingWanted?: boolean;
}

const vocabulary: CallVocabulary<CollectionCallName> = {
  names: collectionCallNames,
  title: "openSale(), closeSale() and the calls of owner and withdrawer",
};

/** The contract has one switch, which does the opposite the second time. These do not. */
const switches = new Map([
  ["openSale()", true],
  ["closeSale()", false],
]);

/**
 * Reads an order: `openSale()`, `closeSale()`, or any call of the owner's or the withdrawer's.
 *
 * @throws {CallSyntaxError}
 */
export function readOrder(given: string): Order {
  const text = given.trim();
  const isMintingWanted = switches.get(text);
  if (isMintingWanted === undefined) return { text, call: parseCall(text, vocabulary) };
  return { text, call: { functionName: "toggleMint", args: [] }, isMintingWanted };
}
