import { readFile } from "node:fs/promises";
import { expect } from "chai";
import {
  computeChainHead,
  computeMerkleRoot,
  encodeLink,
  linkHash,
  omitText,
} from "#protocol/stories/revisionChain";
import type { ChainHead, ChainLink, SignedRevision } from "#protocol/wire/responses";

/** The content of docs/proof-vectors.json, which an independent implementation generated. */
interface Vectors {
  chains: {
    drifterId: string;
    links: { narrative?: string; link: ChainLink; encoding: string; hash: string }[];
  }[];
  roots: { heads: ChainHead[]; root: string }[];
}

const file = new URL("../../../docs/proof-vectors.json", import.meta.url);
const { chains, roots }: Vectors = JSON.parse(await readFile(file, "utf8"));

describe("revision hash chain", () => {
  for (const { drifterId, links } of chains) {
    it(`matches the hashes in the test vectors for drifter ${drifterId.slice(0, 9)}`, () => {
      let before: string | undefined;
      for (const { narrative, link, encoding, hash } of links) {
        if (narrative !== undefined && !("isMissing" in link)) {
          const { narrativeHash, ...rest } = link;
          const signed: SignedRevision = { ...rest, narrative };
          expect(omitText(signed)).to.deep.equal(link);
        }
        expect(encodeLink(link)).to.equal(encoding);
        before = linkHash(before, link);
        expect(before).to.equal(hash);
      }
      const head = { drifterId, revision: links.length, hash: before };
      expect(computeChainHead(links.map(({ link }) => link))).to.deep.equal(head);
    });
  }

  it("covers every known field of a link, regardless of field order, and no unknown field", () => {
    const [first] = chains[0]?.links ?? [];
    if (first === undefined || "isMissing" in first.link) throw new Error("There is no link.");
    const { link } = first;
    const hash = linkHash(undefined, link);
    for (const field of Object.keys(link) as (keyof typeof link)[]) {
      const other = { ...link, [field]: typeof link[field] === "number" ? 99 : "0x99" };
      expect(linkHash(undefined, other as never), field).not.to.equal(hash);
    }
    const reversed = Object.fromEntries(Object.entries(link).reverse());
    expect(linkHash(undefined, { ...reversed, later: 1 } as never)).to.equal(hash);
    expect(linkHash(hash, link)).not.to.equal(hash);
  });
});

describe("computeMerkleRoot", () => {
  for (const { heads, root } of roots) {
    it(`returns the test vector's root for ${heads.length} revisions, in any order`, () => {
      expect(computeMerkleRoot(heads)).to.equal(root);
      expect(computeMerkleRoot(heads.toReversed())).to.equal(root);
    });
  }
});
