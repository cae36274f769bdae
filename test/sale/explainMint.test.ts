import { expect } from "chai";
import { parseEther } from "viem";
import type { ContractErrorName } from "#sale/contractErrors";
import type { MintExplanation, MintQuery } from "#sale/explainMint";
import { mintRules } from "#sale/mintRules";
import {
  deployWallet,
  ethers,
  mint,
  networkHelpers,
  openPhase,
  openSale,
  type Sale,
  walletResponse,
} from "../support/contracts/collection.ts";
import { explain, requireHex, signed, troubles } from "./explainFixture.ts";

/** Returns the reasons why the authorization is rejected. */
function reasonsOf({ results }: MintExplanation): readonly string[] | undefined {
  return results.find(({ rule }) => rule === "AuthenticationFailed")?.reasons;
}

describe("explainMint", () => {
  it("reports no reason when a mint is possible, and compares each rule's values", async () => {
    const sale = await networkHelpers.loadFixture(openSale);
    await networkHelpers.setBalance(sale.holder.address, parseEther("0.17"));
    const told = await explain(sale);
    expect(troubles(told)).to.deep.equal([]);
    expect(told.canMint).to.equal(true);
    expect(told.results.map(({ rule }) => rule)).to.deep.equal(mintRules.map(({ id }) => id));
    expect(told.results.map(({ facts }) => facts)).to.deep.equal([
      "The wallet holds 0.17 ETH, and the mint costs 0.16 ETH plus the network fee.",
      "The collection's owner turned it on.",
      "The quantity is 2.",
      "The maximum per mint is 20; the quantity is 2.",
      `The collection's signer, ${told.sale.signer}, signs each mint; a signature is valid once.`,
      "2 × 0.08 ETH is 0.16 ETH; the transaction sends 0.16 ETH.",
      "The contract never mints more than 100 at once; the quantity is 2.",
      "“First Dust” has 100 of 100 left; the quantity is 2.",
      "0 of at most 10,000 drifters are minted; the quantity is 2.",
      "A wallet without code accepts them; a contract must accept each one.",
      "There is no refund.",
    ]);
  });

  describe("given one rule is broken, names that rule alone", () => {
    const breaches: Record<
      string,
      (sale: Sale) => Promise<Partial<MintQuery> & { authorizedFor?: object }>
    > = {
      funds: async ({ holder }) => {
        await networkHelpers.setBalance(holder.address, parseEther("0.16"));
        return {};
      },
      NotMinting: async ({ collection }) => {
        await collection.toggleMint();
        return {};
      },
      PastBoundsOfBatchLimit: async () => ({ qty: 21n }),
      NotEnoughEth: async () => ({ value: parseEther("0.16") - 1n }),
      ExceedsAllowedBatch: async ({ collection }) => {
        await collection.adjustMaxBatch(200);
        await collection.adjustPhases(openPhase.name, 1, 201);
        return { qty: 101n };
      },
      PastSupply: async ({ collection }) => {
        await collection.adjustPhases(openPhase.name, 1, 2);
        return {};
      },
      AuthenticationFailed: async () => ({ authorizedFor: { qty: 3n } }),
    };
    for (const [rule, breach] of Object.entries(breaches)) {
      it(`reports ${rule}`, async () => {
        const sale = await networkHelpers.loadFixture(openSale);
        const told = await explain(sale, await breach(sale));
        expect(troubles(told)).to.deep.equal([`${rule}: failed`]);
        expect(told.canMint).to.equal(false);
        expect(told.results.find((each) => each.rule === rule)?.fix).to.match(/\.$/);
      });
    }
  });

  it("reports every broken rule at once", async () => {
    const sale = await networkHelpers.loadFixture(openSale);
    await sale.collection.toggleMint();
    await sale.collection.adjustPhases(openPhase.name, 1, 11);
    await networkHelpers.setBalance(sale.holder.address, 5n);
    const told = await explain(sale, { qty: 101n, value: 7n, authorization: undefined });
    expect(troubles(told)).to.deep.equal([
      "funds: failed",
      "NotMinting: failed",
      "PastBoundsOfBatchLimit: failed",
      "AuthenticationFailed: failed",
      "NotEnoughEth: failed",
      "ExceedsAllowedBatch: failed",
      "PastSupply: failed",
    ]);
    expect(told.results[0]?.fix).to.equal("You need 0.000000000000000002 ETH more.");
    const failed = told.results.filter(({ result }) => result === "failed");
    for (const { rule, reasons } of failed) {
      const isAuthorization = rule === "AuthenticationFailed";
      expect(reasons.join("") === "No authorization provided.", rule).to.equal(isAuthorization);
    }
    expect(reasonsOf(told)).to.deep.equal(["No authorization provided."]);
  });

  it("reports a transaction ID that is already used on the chain", async () => {
    const sale = await networkHelpers.loadFixture(openSale);
    await mint(sale, { qty: 2n, transactionID: "a mint" });
    const told = await explain(sale);
    expect(troubles(told)).to.deep.equal(["AuthenticationFailed: failed"]);
    expect(reasonsOf(told)).to.deep.equal(["The transaction ID “a mint” has been used."]);
  });
});

describe("explainMint with an unlisted error", () => {
  /** Replaces `error` in the contract's code with a withdrawal error. */
  const misname = async (
    { collection, domain }: Sale,
    error: ContractErrorName,
    other: ContractErrorName = "NotWithdrawAddress",
  ) => {
    const [from, to] = [error, other].map((name) =>
      collection.interface.getError(name)?.selector.slice(2),
    );
    const code = await ethers.provider.getCode(domain.contract);
    await networkHelpers.setCode(domain.contract, code.replaceAll(String(from), String(to)));
  };
  const unknown =
    "The contract reverted with an unlisted error, so it is unknown whether it reached this rule.";

  it("reports the error, and skips the rules without a result", async () => {
    const sale = await networkHelpers.loadFixture(openSale);
    await sale.collection.adjustPhases(openPhase.name, 1, 2);
    await misname(sale, "PastSupply");
    const { canMint, results } = await explain(sale);
    expect(canMint).to.equal(false);
    const [funds, another, ...others] = results;
    expect(funds).to.include({ rule: "funds", result: "passed" });
    expect(another).to.include({ rule: "another", title: "NotWithdrawAddress" });
    expect(others.map(({ rule }) => rule)).to.deep.equal(mintRules.slice(1).map(({ id }) => id));
    for (const { result, reasons } of others) {
      expect({ result, reasons }).to.deep.equal({ result: "skipped", reasons: [unknown] });
    }
  });
});

describe("explainMint for a contract wallet", () => {
  const byWallet = async (set: (wallet: Awaited<ReturnType<typeof deployWallet>>) => unknown) => {
    const sale = await networkHelpers.loadFixture(openSale);
    const wallet = await deployWallet();
    await set(wallet);
    await networkHelpers.setBalance(await wallet.getAddress(), parseEther("1"));
    const address = requireHex(await wallet.getAddress());
    const authorization = {
      ...(await signed(sale, { minter: wallet })),
      minter: address,
    };
    return explain(sale, { wallet: address, authorization, value: parseEther("0.2") });
  };

  it("reports no reason when the wallet accepts tokens and Ether", async () => {
    expect(troubles(await byWallet(() => undefined))).to.deep.equal([]);
  });

  it("reports the wallet when it does not accept ERC-721 tokens", async () => {
    const told = await byWallet((wallet) => wallet.setResponse(walletResponse.misunderstands));
    expect(troubles(told)).to.deep.equal([
      "TransferToNonERC721ReceiverImplementer: failed",
      "RefundFailed: skipped",
    ]);
  });

  it("reports the wallet's own revert reason", async () => {
    const told = await byWallet((wallet) => wallet.setResponse(walletResponse.revertsWithReason));
    const result = told.results.find(
      ({ rule }) => rule === "TransferToNonERC721ReceiverImplementer",
    );
    expect(result?.result).to.equal("failed");
    expect(result?.revert?.title).to.match(/^0x/);
    expect(result?.reasons).to.deep.equal(["A different contract reverted with its own error."]);
  });

  it("reports an account that delegates to itself", async () => {
    const sale = await networkHelpers.loadFixture(openSale);
    const { address } = sale.holder;
    await networkHelpers.setCode(address, `0xef0100${address.slice(2)}`);
    expect(troubles(await explain(sale))).to.deep.equal([
      "TransferToNonERC721ReceiverImplementer: failed",
      "RefundFailed: skipped",
    ]);
  });

  it("reports the refund when the wallet rejects Ether", async () => {
    const told = await byWallet((wallet) => wallet.setRejectsCoin(true));
    expect(troubles(told)).to.deep.equal(["RefundFailed: failed"]);
  });
});
