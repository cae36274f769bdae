import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import {
  mintAuthorizationDigest,
  mintAuthorizationTypedData,
} from "#protocol/wire/mintAuthorization";
import {
  addressOf,
  authorize,
  networkHelpers,
  openSale,
  startingPrice,
  tokensOf,
} from "../support/contracts/collection.ts";

describe("mint authorization digest", () => {
  const open = () => networkHelpers.loadFixture(openSale);

  const names = {
    "an empty name": "",
    "a name of 1 byte": "A",
    "a name of 31 bytes": "x".repeat(31),
    "a name of 32 bytes": "x".repeat(32),
    "a name of 33 bytes": "x".repeat(33),
    "a name of 300 bytes": "x".repeat(300),
    "a name of 1,000 bytes": "x".repeat(1_000),
    "a name beyond ASCII": "Ærøskøbing 🌵 砂",
    "a name with quotes and line ends": '"\\\r\n',
  };
  for (const [kind, name] of Object.entries(names)) {
    it(`[S5.28] returns the same digest in TypeScript and the contract for ${kind}`, async () => {
      const sale = await open();
      const { collection, holder, domain } = sale;
      await collection.adjustPhases(name, 300, 310);
      await collection.changePhase(name);
      const terms = { phase: name, transactionID: name, qty: 2n };
      const [, signature] = await authorize(sale, terms);
      const minter = await addressOf(holder);
      const digest = mintAuthorizationDigest(domain, { minter, ...terms });
      await collection
        .connect(holder)
        [collectionConfig.mintFunction](digest, signature, name, 2n, { value: 2n * startingPrice });
      expect(await tokensOf(collection, holder)).to.deep.equal([300n, 301n]);
      expect(await collection.usedTransactions(name)).to.equal(true);
    });
  }

  it("[S5.28] uses the domain that the contract reports through EIP-5267", async () => {
    const sale = await open();
    const { collection, domain } = sale;
    const authorization = {
      minter: await addressOf(sale.holder),
      phase: "",
      transactionID: "",
      qty: 1n,
    };
    const reported = await collection.eip712Domain();
    expect({
      name: reported.name,
      version: reported.version,
      chainId: Number(reported.chainId),
      verifyingContract: reported.verifyingContract,
    }).to.deep.equal(mintAuthorizationTypedData(domain, authorization).domain);
    expect(reported.fields, "name, version, chain and contract, without a salt").to.equal("0x0f");
  });
});
