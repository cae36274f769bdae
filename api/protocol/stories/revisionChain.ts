import { bytesToHex, concat, hexToBytes, sha256, stringToBytes } from "viem";
import type { ChainHead, ChainLink, SignedRevision, TextlessRevision } from "../wire/responses.ts";
import { narrativeHash } from "./narrativeMessage.ts";

const firstHash = new Uint8Array(32);

/** Prefixes of leaves and inner nodes (RFC 6962, section 2.1). */
const [leafPrefix, nodePrefix] = [Uint8Array.of(0), Uint8Array.of(1)];

const hash = (bytes: Uint8Array) => sha256(bytes, "bytes");

/** Returns a signed revision without its text. */
export function omitText({ narrative, ...rest }: SignedRevision): TextlessRevision {
  return { ...rest, narrativeHash: narrativeHash(narrative) };
}

/**
 * Encodes a link as JSON with sorted keys and without white space (RFC 8785; strings are ASCII and
 * numbers are integers, so the rest of the standard does not apply). Omits absent fields.
 */
export function encodeLink(link: ChainLink): string {
  return JSON.stringify(link, "isMissing" in link ? missingKeys : signedKeys);
}

const missingKeys = ["drifterId", "isMissing", "revision"];
const signedKeys = [
  "author",
  "blockNumber",
  "chainId",
  "contract",
  "drifterId",
  "narrativeHash",
  "revision",
  "savedAt",
  "signature",
  "signedMessage",
];

/**
 * Returns a link's hash as 64 hex digits: the SHA-256 of the previous hash (32 zero bytes for the
 * first link) followed by the link's UTF-8 encoding.
 *
 * @param before the previous link's hash, as 64 hex digits.
 * @example
 * const first = linkHash(undefined, links[0]);
 * const second = linkHash(first, links[1]);
 */
export function linkHash(before: string | undefined, link: ChainLink): string {
  const previous = before === undefined ? firstHash : hexToBytes(`0x${before}`);
  return encodeHex(hash(concat([previous, stringToBytes(encodeLink(link))])));
}

/** Returns the head of a token's complete chain; undefined if there are no links. */
export function computeChainHead(links: Iterable<ChainLink>): ChainHead | undefined {
  let head: ChainHead | undefined;
  for (const link of links) {
    const { drifterId, revision } = link;
    head = { drifterId, revision, hash: linkHash(head?.hash, link) };
  }
  return head;
}

/**
 * Returns the Merkle root (RFC 6962, section 2.1) over the heads sorted by token number, as 64 hex
 * digits. A leaf is the JSON of `[drifterId, revision, hash]`.
 */
export function computeMerkleRoot(heads: readonly ChainHead[]): string {
  const leaves = [...heads]
    .sort((a, b) => (BigInt(a.drifterId) < BigInt(b.drifterId) ? -1 : 1))
    .map((head) => {
      const text = JSON.stringify([head.drifterId, head.revision, head.hash]);
      return hash(concat([leafPrefix, stringToBytes(text)]));
    });
  return encodeHex(merkleRoot(leaves));
}

function merkleRoot(nodes: readonly Uint8Array[]): Uint8Array {
  const [only] = nodes;
  if (only === undefined) return hash(new Uint8Array());
  let level = nodes;
  // Pairing each level's nodes, and promoting a node without a partner, yields the RFC 6962 tree.
  while (level.length > 1) {
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) => {
      const [left = only, right] = [level[2 * index], level[2 * index + 1]];
      return right ? hash(concat([nodePrefix, left, right])) : left;
    });
  }
  return level[0] ?? only;
}

/** Encodes bytes as hex without `0x`, as signed revisions do. */
function encodeHex(bytes: Uint8Array): string {
  return bytesToHex(bytes).slice(2);
}
