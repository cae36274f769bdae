import { expect } from "chai";
import { type Address, recoverTypedDataAddress, zeroAddress } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { localMnemonic } from "#protocol/chain/localWorld";
import {
  mintAuthorizationTypedData,
  signMintAuthorization,
} from "#protocol/wire/mintAuthorization";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import {
  authorizationFindings,
  type IntendedMint,
  saleFindings,
} from "#sale/authorizationFindings";
import { lantern, saleFacts } from "../support/saleFacts.ts";

const signer = mnemonicToAccount(localMnemonic);
const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const other = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const collection = {
  chainId: 31_337,
  contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
} as const;
const sale = saleFacts({ signer: signer.address });

/** The mint that the authorization covers. */
const intended: IntendedMint = { collection, wallet, qty: 2n, sale, isUsed: false };
type Change = Partial<IntendedMint> & { signed?: Partial<SignedMintAuthorization> };

function sign(): Promise<SignedMintAuthorization> {
  const terms = { minter: wallet, phase: lantern.name, transactionID: "a mint", qty: 2n } as const;
  return signMintAuthorization(signer, collection, terms);
}

async function findingsOf({ signed: change, ...mint }: Change): Promise<string[]> {
  const signed = { ...(await sign()), ...change };
  const findings = await authorizationFindings(signed, { ...intended, ...mint });
  return findings.filter(({ isFault }) => isFault).map(({ sentence }) => sentence);
}

/** The signer that the signature has for three tokens. */
const terms = { minter: wallet, phase: lantern.name, transactionID: "a mint", qty: 3n } as const;
const stranger = await recoverTypedDataAddress({
  ...mintAuthorizationTypedData(collection, terms),
  signature: (await sign()).signature,
});

describe("authorization problems", () => {
  it("reports nothing when the authorization is for this mint", async () => {
    expect(await findingsOf({})).to.deep.equal([]);
    expect(await authorizationFindings(await sign(), intended)).to.deep.equal([
      { isFault: false, sentence: "“Lantern” is the active phase." },
      {
        isFault: false,
        sentence: `The authorization is signed by ${signer.address}, the collection's signer.`,
      },
      { isFault: false, sentence: "The transaction ID is unused." },
    ]);
  });

  it("reports nothing when addresses differ only in letter case", async () => {
    // Safety: the same digits.
    const lower = (address: string) => address.toLowerCase() as Address;
    const change = {
      wallet: lower(wallet),
      collection: { ...collection, contract: lower(collection.contract) },
      sale: { ...sale, signer: lower(sale.signer) },
    };
    expect(await findingsOf(change)).to.deep.equal([]);
  });

  const cases: Record<string, [change: Change, ...findings: string[]]> = {
    "another wallet and quantity": [
      { wallet: other, qty: 3n },
      `The authorization is for the wallet ${wallet}; your wallet is ${other}.`,
      "The authorization is for 2; you are minting 3.",
    ],
    "another phase": [
      { sale: { ...sale, phase: { ...lantern, name: "Ember" } } },
      `The authorization is for the phase “${lantern.name}”; the active phase is “Ember”.`,
    ],
    "a used ID": [{ isUsed: true }, "The transaction ID “a mint” has been used."],
    "another signer": [
      { sale: { ...sale, signer: other } },
      `The authorization is signed by ${signer.address}; the collection's signer is ${other}.`,
    ],
    "another chain and contract": [
      { collection: { chainId: 1, contract: other } },
      "The authorization is for chain 31337; this collection is on chain 1.",
      `The authorization is for the contract ${collection.contract}; this collection is ${other}.`,
    ],
    "no signer of the collection": [
      { sale: { ...sale, signer: zeroAddress } },
      "The collection has no signer, so nobody can authorize a mint.",
    ],
    "a signature that is no key's": [
      { signed: { signature: `0x${"00".repeat(65)}` } },
      `The authorization is signed by nobody; the collection's signer is ${signer.address}.`,
    ],
    "a term that was changed after signing": [
      { signed: { qty: "3" }, qty: 3n },
      "The hash does not match the terms: the authorization was changed after it was signed.",
      `The authorization is signed by ${stranger}; the collection's signer is ${signer.address}.`,
    ],
  };
  for (const [what, [change, ...findings]] of Object.entries(cases)) {
    it(`reports ${what}`, async () => {
      expect(await findingsOf(change)).to.deep.equal(findings);
    });
  }
});

describe("quantity problems", () => {
  const findings = (qty: bigint, change = {}) =>
    saleFindings(saleFacts(change), qty).map(({ isFault, sentence }) => {
      expect(isFault).to.equal(true);
      return sentence;
    });

  it("reports every limit that the quantity exceeds, and nothing up to each limit", () => {
    expect(findings(19n)).to.deep.equal([]);
    expect(findings(20n)).to.deep.equal(["“Lantern” has 19 of 20 left; the quantity is 20."]);
    expect(findings(21n)).to.deep.equal([
      "The maximum per mint is 20; the quantity is 21.",
      "“Lantern” has 19 of 20 left; the quantity is 21.",
    ]);
    expect(findings(1n)).to.deep.equal([]);
    expect(findings(0n)).to.deep.equal(["The quantity is 0."]);
  });

  it("starts with the reason why nobody can mint", () => {
    expect(findings(1n, { isMinting: false })).to.deep.equal([
      "Minting is off. Wait until the collection's owner turns it on.",
    ]);
  });
});
