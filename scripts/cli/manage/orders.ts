import {
  type CallVocabulary,
  type CollectionCall,
  type CollectionCallName,
  collectionCallNames,
  parseCall,
} from "#protocol/collectionCalls";

/** A requested call; `openSale()` and `closeSale()` are sent only if they would change anything. */
export interface Order {
  /** The text that was given. */
  text: string;
  call: CollectionCall;
  /** Wanted state of minting; absent for an ordinary call. */
  isMintingWanted?: boolean;
}

const vocabulary: CallVocabulary<CollectionCallName> = {
  names: collectionCallNames,
  title: "openSale(), closeSale() and the calls of owner and withdrawer",
};

/** Idempotent orders for the contract's `toggleMint()`. */
const switches = new Map([
  ["openSale()", true],
  ["closeSale()", false],
]);

/**
 * Parses an order: `openSale()`, `closeSale()`, or any call of the owner's or the withdrawer's.
 *
 * @throws {CallSyntaxError}
 */
export function readOrder(given: string): Order {
  const text = given.trim();
  const isMintingWanted = switches.get(text);
  if (isMintingWanted === undefined) return { text, call: parseCall(text, vocabulary) };
  return { text, call: { functionName: "toggleMint", args: [] }, isMintingWanted };
}
