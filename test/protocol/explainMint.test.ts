import { expect } from "chai";
import fc from "fast-check";
import { createPublicClient, custom, maxUint256, parseEther, parseGwei } from "viem";
import { encodeCall } from "#protocol/collectionCalls";
import type { ContractErrorName } from "#protocol/sale/contractErrors";
import { explainMint, type MintQuestion } from "#protocol/sale/explainMint";
import { mintRules } from "#protocol/sale/mintRules";
import { parseSaleCall } from "#protocol/sale/saleCalls";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";
import {
  authorize,
  deployWallet,
  ethers,
  mint,
  networkHelpers,
  openNearlyFull,
  openPhase,
  openSale,
  provider,
  type Sale,
  walletAnswer,
} from "../support/collection.ts";
import { searchBounds, searchTimeout } from "../support/search.ts";

// Safety: Hardhat's provider speaks EIP-1193.
const client = createPublicClient({ transport: custom(provider as never), cacheTime: 0 });

/** Asks about the holder's mint of two, authorised and paid exactly, but for what differs. */
async function explain(
  sale: Sale,
  { authorizedFor, ...differing }: Partial<MintQuestion> & { authorizedFor?: object } = {},
) {
  const wallet = differing.wallet ?? asHex(sale.holder.address);
  const qty = differing.qty ?? 2n;
  return explainMint(client, {
    collection: sale.domain,
    wallet,
    qty,
    symbol: "ETH",
    authorization: await signed(sale, { qty, ...authorizedFor }),
    ...differing,
  });
}

/** The JSON form of what the signer signs for the holder. */
async function signed(sale: Sale, terms: object): Promise<SignedMintAuthorization> {
  const request = { phase: openPhase.name as string, qty: 2n, transactionID: "a mint", ...terms };
  const [hash, signature] = await authorize(sale, request);
  return {
    chainId: sale.domain.chainId,
    contract: sale.domain.address,
    minter: asHex(sale.holder.address),
    phase: request.phase,
    transactionID: request.transactionID,
    qty: String(request.qty),
    hash: asHex(hash),
    signature: asHex(signature),
  };
}

/** `NotMinting: failed`, for every rule that does not pass. */
function troubles({ results }: Awaited<ReturnType<typeof explainMint>>): string[] {
  return results
    .filter(({ result }) => result !== "passed")
    .map(({ rule, result }) => `${rule}: ${result}`);
}

describe("why a wallet cannot mint", () => {
  it("names no reason when it can, and tells each rule's figures", async () => {
    const told = await explain(await networkHelpers.loadFixture(openSale));
    expect(troubles(told)).to.deep.equal([]);
    expect(told.canMint).to.equal(true);
    expect(told.results.map(({ rule }) => rule)).to.deep.equal(mintRules.map(({ id }) => id));
    const payment = told.results.find(({ rule }) => rule === "NotEnoughEth");
    expect(payment?.facts).to.equal("2 × 0.08 ETH is 0.16 ETH; the transaction sends 0.16 ETH.");
  });

  it("leaves the chain as it is", async () => {
    const sale = await networkHelpers.loadFixture(openSale);
    const before = await ethers.provider.getBlock("latest");
    await explain(sale, { qty: 500n });
    expect((await ethers.provider.getBlock("latest"))?.hash).to.equal(before?.hash);
    expect(await sale.collection.totalSupply()).to.equal(0);
  });

  describe("given one rule is broken, names that rule alone", () => {
    const breaches: Record<
      string,
      (sale: Sale) => Promise<Partial<MintQuestion> & { authorizedFor?: object }>
    > = {
      funds: async ({ holder }) => {
        await networkHelpers.setBalance(holder.address, parseGwei("1"));
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
      it(rule, async () => {
        const sale = await networkHelpers.loadFixture(openSale);
        const told = await explain(sale, await breach(sale));
        expect(troubles(told)).to.deep.equal([`${rule}: failed`]);
        expect(told.canMint).to.equal(false);
        expect(told.results.find((each) => each.rule === rule)?.fix).to.match(/\.$/);
      });
    }
  });

  it("asks of no drifters all but the price and the authorisation", async () => {
    const told = await explain(await networkHelpers.loadFixture(openSale), { qty: 0n });
    expect(troubles(told)).to.deep.equal([
      "MintZeroQuantity: failed",
      "AuthenticationFailed: skipped",
      "NotEnoughEth: skipped",
    ]);
  });

  it("explains a price above all Ether there is, rather than fail", async () => {
    const sale = await networkHelpers.loadFixture(openSale);
    const told = await explainMint(client, {
      collection: sale.domain,
      wallet: asHex(sale.holder.address),
      qty: maxUint256,
      symbol: "ETH",
    });
    expect(told.value).to.equal(maxUint256);
    expect(troubles(told).slice(0, 4)).to.deep.equal([
      "funds: failed",
      "PastBoundsOfBatchLimit: failed",
      "AuthenticationFailed: failed",
      "NotEnoughEth: failed",
    ]);
  });

  it("names every broken rule at once", async () => {
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
  });
});

describe("why a wallet cannot mint, given the contract asks more than is known", () => {
  /** Makes the contract revert with an error of withdrawals where it reverts with `error`. */
  const misname = async ({ collection, domain }: Sale, error: ContractErrorName) => {
    const [from, to] = [error, "NotWithdrawAddress"].map((name) =>
      collection.interface.getError(name)?.selector.slice(2),
    );
    const code = await ethers.provider.getCode(domain.address);
    await networkHelpers.setCode(domain.address, code.replaceAll(String(from), String(to)));
  };
  const unknown =
    "The contract refused with an error that is not listed, so nobody knows whether it came to this rule.";

  it("names the error, and does not say of rules without a result that they were not come to", async () => {
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

  it("keeps the results that were found before it was met", async () => {
    const sale = await networkHelpers.loadFixture(openSale);
    await sale.collection.toggleMint();
    await sale.collection.adjustPhases(openPhase.name, 1, 2);
    await misname(sale, "PastSupply");
    const { results } = await explain(sale);
    expect(results.slice(0, 4).map(({ rule, result }) => `${rule}: ${result}`)).to.deep.equal([
      "funds: passed",
      "NotMinting: failed",
      "another: failed",
      `${mintRules[2]?.id}: skipped`,
    ]);
  });
});

describe("why a wallet cannot mint, given the collection is nearly full", () => {
  it("names the cap, and what the contract did not come to", async () => {
    const sale = await networkHelpers.loadFixture(openNearlyFull);
    const told = await explain(sale, { qty: 4n });
    expect(troubles(told)).to.deep.equal([
      "ExceedsCurrentSupply: failed",
      "TransferToNonERC721ReceiverImplementer: skipped",
      "RefundFailed: skipped",
    ]);
    expect(told.results.at(-3)?.facts).to.equal(
      "9997 of at most 10000 drifters are minted; the quantity is 4.",
    );
  });

  it("names the phase and the cap when both are passed", async () => {
    const sale = await networkHelpers.loadFixture(openNearlyFull);
    await sale.collection.adjustPhases(openPhase.name, 1, 3);
    expect(troubles(await explain(sale, { qty: 4n }))).to.include.members([
      "PastSupply: failed",
      "ExceedsCurrentSupply: failed",
    ]);
  });
});

describe("why a contract wallet cannot mint", () => {
  const byWallet = async (set: (wallet: Awaited<ReturnType<typeof deployWallet>>) => unknown) => {
    const sale = await networkHelpers.loadFixture(openSale);
    const wallet = await deployWallet();
    await set(wallet);
    await networkHelpers.setBalance(await wallet.getAddress(), parseEther("1"));
    const address = asHex(await wallet.getAddress());
    const authorization = {
      ...(await signed(sale, { minter: wallet })),
      minter: address,
    };
    return explain(sale, { wallet: address, authorization, value: parseEther("0.2") });
  };

  it("names no reason when it takes drifters and coin", async () => {
    expect(troubles(await byWallet(() => undefined))).to.deep.equal([]);
  });

  it("names the wallet when it does not know drifters", async () => {
    const told = await byWallet((wallet) => wallet.setAnswer(walletAnswer.misunderstands));
    expect(troubles(told)).to.deep.equal([
      "TransferToNonERC721ReceiverImplementer: failed",
      "RefundFailed: skipped",
    ]);
  });

  it("passes on the wallet's own reason", async () => {
    const told = await byWallet((wallet) => wallet.setAnswer(walletAnswer.revertsWithReason));
    const result = told.results.find(
      ({ rule }) => rule === "TransferToNonERC721ReceiverImplementer",
    );
    expect(result?.result).to.equal("failed");
    expect(result?.revert?.title).to.match(/^0x/);
    expect(result?.reasons).to.deep.equal(["Another contract reverted with an error of its own."]);
  });

  it("names an account that delegates to itself, and does not look for its code for ever", async () => {
    const sale = await networkHelpers.loadFixture(openSale);
    const { address } = sale.holder;
    await networkHelpers.setCode(address, `0xef0100${address.slice(2)}`);
    expect(troubles(await explain(sale))).to.deep.equal([
      "TransferToNonERC721ReceiverImplementer: failed",
      "RefundFailed: skipped",
    ]);
  });

  it("names the refund when it takes no coin", async () => {
    const told = await byWallet((wallet) => wallet.setRefusesCoin(true));
    expect(troubles(told)).to.deep.equal(["RefundFailed: failed"]);
  });
});

describe("why an authorisation is not taken", () => {
  const reasons = async (
    change: (
      sale: Sale,
      signed: SignedMintAuthorization,
    ) => Partial<MintQuestion> | Promise<Partial<MintQuestion>>,
  ) => {
    const sale = await networkHelpers.loadFixture(openSale);
    const authorization = await signed(sale, {});
    const told = await explain(sale, { authorization, ...(await change(sale, authorization)) });
    expect(troubles(told)).to.include("AuthenticationFailed: failed");
    return told.results.find(({ rule }) => rule === "AuthenticationFailed")?.reasons;
  };

  it("says that there is none", async () => {
    expect(await reasons(() => ({ authorization: undefined }))).to.deep.equal([
      "No authorisation is given.",
    ]);
  });

  it("says whose and how many it is for, and who asks for how many", async () => {
    const told = await reasons(({ stranger }) => ({ wallet: asHex(stranger.address), qty: 3n }));
    expect(told).to.have.length(2);
    expect(told?.[0]).to.match(/^It is for the wallet 0x\w{40}; you are 0x\w{40}\.$/);
    expect(told?.[1]).to.equal("It is for 2; you ask for 3.");
  });

  it("says that another phase is sold now", async () => {
    const told = await reasons(async ({ collection }) => {
      await collection.adjustPhases("Ember", 200, 300);
      await collection.changePhase("Ember");
      return {};
    });
    expect(told).to.deep.equal(["It is for the phase “First Dust”; the active phase is “Ember”."]);
  });

  it("says that it is used", async () => {
    const told = await reasons(async (sale) => {
      await mint(sale, { qty: 2n, transactionID: "a mint" });
      return {};
    });
    expect(told).to.deep.equal(["Its transaction ID “a mint” has been used."]);
  });

  it("says who has signed it, and who should have", async () => {
    const told = await reasons(async ({ collection, stranger }) => {
      await collection.adjustSigner(stranger);
      return {};
    });
    expect(told).to.have.length(1);
    expect(told?.[0]).to.match(/^It is signed by 0x\w{40}; the collection's signer is 0x\w{40}\.$/);
  });

  it("says that it is for another chain or contract", async () => {
    const told = await reasons(async (sale, { minter }) => {
      const elsewhere = { chainId: 1, address: minter };
      const authorization = await signed({ ...sale, domain: elsewhere }, {});
      return { authorization };
    });
    expect(told?.[0]).to.equal("It is for chain 1; this collection is on chain 31337.");
    expect(told?.[1]).to.match(/^It is for the contract 0x\w{40}; this one is 0x\w{40}\.$/);
    expect(told).to.have.length(2);
  });

  it("says that it was changed after it was signed", async () => {
    const told = await reasons((_sale, authorization) => ({
      authorization: { ...authorization, qty: "3" },
      qty: 3n,
    }));
    expect(told?.[0]).to.equal(
      "Its hash does not match its terms: it was changed after it was signed.",
    );
  });
});

describe("a node that cannot imagine", () => {
  const refusal =
    "This RPC endpoint does not support state overrides, so calls cannot be simulated.";
  const explainOn = async (request: (args: { method: string; params?: unknown[] }) => unknown) => {
    const sale = await networkHelpers.loadFixture(openSale);
    return explainMint(createPublicClient({ transport: custom({ request } as never) }), {
      collection: sale.domain,
      wallet: asHex(sale.holder.address),
      qty: 1n,
      symbol: "ETH",
    });
  };

  it("is told from one that can, whether it ignores what it is asked to or refuses", async () => {
    const ignoring = explainOn(({ method, params }) =>
      provider.request({ method, params: params?.slice(0, 2) ?? [] }),
    );
    expect((await failureOf(ignoring)).message).to.contain(refusal);
    const refusing = explainOn(({ method, params }) => {
      if (method !== "eth_call") return provider.request({ method, params: params ?? [] });
      throw Object.assign(new Error("too many arguments"), { code: -32602 });
    });
    expect((await failureOf(refusing)).message).to.contain(refusal);
  });
});

describe("what a mint would be if the owner did something first", () => {
  const whatIf = async (...texts: string[]) => {
    const sale = await networkHelpers.loadFixture(openSale);
    return explain(sale, { whatIf: texts.map(parseSaleCall), value: parseEther("0.16") });
  };

  it("follows another price, signer, phase, limit and switch", async () => {
    expect(troubles(await whatIf("adjustPrice(0.09 ether)"))).to.deep.equal([
      "NotEnoughEth: failed",
    ]);
    expect(troubles(await whatIf("toggleMint()"))).to.deep.equal(["NotMinting: failed"]);
    expect(troubles(await whatIf("adjustMaxBatch(1)"))).to.deep.equal([
      "PastBoundsOfBatchLimit: failed",
    ]);
    expect(troubles(await whatIf('changePhase("Ember")'))).to.deep.equal([
      "AuthenticationFailed: failed",
      "PastSupply: failed",
    ]);
    const signer = `adjustSigner(0x${"11".repeat(20)})`;
    expect(troubles(await whatIf(signer))).to.deep.equal(["AuthenticationFailed: failed"]);
  });

  it("follows the order of the calls", async () => {
    const shrink = 'adjustPhases("First Dust", 1, 51)';
    const grow = 'adjustPhases("Ember", 51, 61)';
    const outcomes = async (...calls: string[]) =>
      (await whatIf(...calls)).whatIf.map(({ revert }) => revert?.title ?? "done");
    expect(await outcomes(shrink, grow)).to.deep.equal(["done", "done"]);
    expect(await outcomes(grow, shrink)).to.deep.equal(['PhaseOverlaps("First Dust")', "done"]);
  });

  it("can be said even when nobody owns the collection any more", async () => {
    const sale = await networkHelpers.loadFixture(openSale);
    await sale.collection.renounceOwnership();
    expect(troubles(await explain(sale, { qty: 21n }))).to.deep.equal([
      "PastBoundsOfBatchLimit: failed",
    ]);
  });
});

describe("what is said of a random mint", () => {
  const cases = fc.record({
    qty: fc.bigInt({ min: 0n, max: 6n }),
    authorizedQty: fc.bigInt({ min: 1n, max: 4n }),
    authorizedWallet: fc.constantFrom("holder", "stranger"),
    paid: fc.bigInt({ min: 0n, max: 7n }),
    calls: fc.array(
      fc.constantFrom(
        "toggleMint()",
        "adjustMaxBatch(3)",
        "adjustPrice(0.1 ether)",
        'adjustPhases("First Dust", 1, 3)',
        'changePhase("Ember")',
        'adjustPhases("Ember", 500, 600)',
        'changePhase("First Dust")',
      ),
      { maxLength: 3 },
    ),
  });

  it("is what the contract then does, and its first refusal is the contract's", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ qty, authorizedQty, authorizedWallet, paid, calls }) => {
        const sale = await networkHelpers.loadFixture(openSale);
        const minter = sale[authorizedWallet as "holder" | "stranger"];
        const authorization = {
          ...(await signed(sale, { qty: authorizedQty, minter })),
          minter: asHex(minter.address),
        };
        const value = paid * parseEther("0.08");
        const whatIf = calls.map(parseSaleCall);
        const told = await explain(sale, { qty, authorization, value, whatIf });
        for (const call of whatIf) {
          const data = encodeCall(call);
          await sale.administrator.sendTransaction({ to: sale.domain.address, data });
        }
        const { hash, signature, transactionID } = authorization;
        const minting = sale.collection
          .connect(sale.holder)
          .FringeMint.staticCall(hash, signature, transactionID, qty, { value });
        const first = told.results.find(({ result }) => result === "failed");
        if (told.canMint) await minting;
        else {
          await expect(minting).to.be.revertedWithCustomError(
            sale.collection,
            String(first?.revert?.error),
          );
        }
      }),
      searchBounds({ runs: 25, seed: 1, soakRuns: 5_000 }),
    );
  }).timeout(searchTimeout);
});

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Error) return error;
  throw new Error("It did not fail.");
}

function asHex(text: string): `0x${string}` {
  // Safety: ethers' addresses, hashes and signatures begin with 0x.
  return text as `0x${string}`;
}
