import { expect } from "chai";
import { TypedDataEncoder } from "ethers";
import { mnemonicToAccount } from "viem/accounts";
import { localMnemonic } from "#protocol/chain/localWorld";
import {
  checkAuthorization,
  mintArguments,
  mintAuthorizationDigest,
  mintAuthorizationTypedData,
  signMintAuthorization,
} from "#protocol/wire/mintAuthorization";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import { AuthorizationFormatError, readAuthorization } from "#sale/readAuthorization";

const signer = mnemonicToAccount(localMnemonic);
const collection = {
  chainId: 31_337,
  contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
} as const;
const terms = {
  minter: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  phase: "First Dust 🌵",
  transactionID: "sale 1",
  qty: 2n ** 200n,
} as const;

const sign = () => signMintAuthorization(signer, collection, terms);

describe("mintAuthorizationDigest", () => {
  it("equals the EIP-712 digest of an independent implementation", () => {
    const { domain, types, message } = mintAuthorizationTypedData(collection, terms);
    expect(mintAuthorizationDigest(collection, terms)).to.equal(
      TypedDataEncoder.hash(domain, { MintAuthorization: [...types.MintAuthorization] }, message),
    );
  });
});

describe("signMintAuthorization", () => {
  it("returns a signature that recovers the signer, and the terms' hash", async () => {
    const signed = await sign();
    expect(await checkAuthorization(signed)).to.deep.equal({
      signer: signer.address,
      hasValidHash: true,
    });
    expect(mintArguments(signed)).to.deep.equal([
      signed.hash,
      signed.signature,
      "sale 1",
      2n ** 200n,
    ]);
  });
});

describe("checkAuthorization", () => {
  const changes: Partial<SignedMintAuthorization>[] = [
    { chainId: 1 },
    { contract: terms.minter },
    { minter: collection.contract },
    { phase: "First Dust" },
    { transactionID: "sale 2" },
    { qty: "1" },
  ];
  for (const change of changes) {
    it(`detects that ${Object.keys(change)} was changed after signing`, async () => {
      const check = await checkAuthorization({ ...(await sign()), ...change });
      expect(check.signer).not.to.equal(signer.address);
      expect(check.hasValidHash).to.equal(false);
    });
  }

  it("recovers no signer from a signature that the contract would reject", async () => {
    const signed = await sign();
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const [r, s] = [signed.signature.slice(2, 66), BigInt(`0x${signed.signature.slice(66, 130)}`)];
    const v = signed.signature.slice(130);
    const highS = (order - s).toString(16).padStart(64, "0");
    for (const signature of [
      `0x${r}${highS}${v === "1b" ? "1c" : "1b"}`,
      `${signed.signature.slice(0, 130)}00`,
      `0x${"00".repeat(64)}1b`,
    ]) {
      // Safety: all begin with 0x.
      const forged = { ...signed, signature: signature as `0x${string}` };
      expect((await checkAuthorization(forged)).signer).to.equal(undefined);
    }
  });
});

describe("readAuthorization", () => {
  it("reads an authorization with any line endings and any letter case of addresses", async () => {
    const signed = await sign();
    expect(readAuthorization(JSON.stringify(signed))).to.deep.equal(signed);
    const [minter, contract] = [signed.minter.toLowerCase(), signed.contract.toLowerCase()];
    const pasted = JSON.stringify({ ...signed, minter, contract }, null, 2);
    expect(readAuthorization(`\r\n${pasted}\n`)).to.deep.equal(signed);
  });

  const wrong: Record<string, unknown[]> = {
    chainId: ["31337", 0, -1, 1.5, 2 ** 53, null],
    contract: [
      "0x5FbDB2315678afecb367f032d93F642f64180aa",
      "0x5fbDB2315678afecb367f032d93F642f64180aa3",
      7,
    ],
    minter: ["drifter.eth", "", null],
    phase: [7, null, "\ud800"],
    transactionID: [7, null, "\udc00"],
    qty: [2, "", "-1", "1.5", "02", " 2", "0x2", `${2n ** 256n}`],
    hash: ["0x", `0x${"1".repeat(63)}`, `0x${"1".repeat(65)}`, `${"1".repeat(66)}`, null],
    signature: ["0x", `0x${"1".repeat(128)}`, `0x${"g".repeat(130)}`, `y0x${"1".repeat(130)}`, 7],
  };
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of [undefined, ...values]) {
      it(`reports ${field} when it is ${JSON.stringify(value)?.slice(0, 20) ?? "missing"}`, async () => {
        const json = JSON.stringify({ ...(await sign()), [field]: value });
        const sentence = new RegExp(`^The field "${field}" (is missing|must be .*)\\.$`);
        expect(() => readAuthorization(json)).to.throw(AuthorizationFormatError, sentence);
      });
    }
  }

  it("reports an unknown field", async () => {
    const json = JSON.stringify({ ...(await sign()), price: "1" });
    expect(() => readAuthorization(json)).to.throw('An authorization has no field "price".');
  });

  const notAuthorizations = {
    "": "JSON",
    "{": "JSON",
    null: "a JSON object",
    "7": "a JSON object",
    "[]": "a JSON object",
    '"0x"': "a JSON object",
  };
  for (const [json, what] of Object.entries(notAuthorizations)) {
    it(`rejects ${JSON.stringify(json)}, which is not ${what}`, () => {
      const message = `This is not ${what}, so it is not an authorization.`;
      expect(() => readAuthorization(json)).to.throw(AuthorizationFormatError, message);
    });
  }
});
