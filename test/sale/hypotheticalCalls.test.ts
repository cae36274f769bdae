import { expect } from "chai";
import fc from "fast-check";
import { createPublicClient, custom, parseEther } from "viem";
import { collectionConfig } from "#collection/collection.config.ts";
import { encodeCall } from "#sale/collectionCalls";
import { explainMint } from "#sale/explainMint";
import { parseSaleCall } from "#sale/saleCalls";
import { networkHelpers, openSale, provider } from "../support/contracts/collection.ts";
import { errorOf } from "../support/errorOf.ts";
import { searchBounds } from "../support/search.ts";
import { explain, requireHex, signed, troubles } from "./explainFixture.ts";

describe("node without state overrides", () => {
  const rejection =
    "This RPC endpoint does not support state overrides, so calls cannot be simulated.";
  const explainOn = async (request: (args: { method: string; params?: unknown[] }) => unknown) => {
    const sale = await networkHelpers.loadFixture(openSale);
    return explainMint(createPublicClient({ transport: custom({ request } as never) }), {
      collection: sale.domain,
      wallet: requireHex(sale.holder.address),
      qty: 1n,
      symbol: "ETH",
    });
  };

  it("is reported, whether it ignores or rejects overrides", async () => {
    const ignoring = explainOn(({ method, params }) =>
      provider.request({ method, params: params?.slice(0, 2) ?? [] }),
    );
    expect((await errorOf(ignoring)).message).to.contain(rejection);
    const rejecting = explainOn(({ method, params }) => {
      if (method !== "eth_call") return provider.request({ method, params: params ?? [] });
      throw Object.assign(new Error("too many arguments"), { code: -32602 });
    });
    expect((await errorOf(rejecting)).message).to.contain(rejection);
  });
});

describe("explainMint with hypothetical calls", () => {
  const whatIf = async (...texts: string[]) => {
    const sale = await networkHelpers.loadFixture(openSale);
    return explain(sale, { whatIf: texts.map(parseSaleCall), value: parseEther("0.16") });
  };

  it("applies a changed price, signer, phase, limit and minting switch", async () => {
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
    const longer = await whatIf('adjustPhases("First Dust", 1, 7)', "adjustMaxBatch(9)");
    expect(longer.sale.phase).to.deep.include({ name: "First Dust", endPoint: 7n });
    expect(longer.sale.maxBatch).to.equal(9n);
    const signer = `adjustSigner(0x${"11".repeat(20)})`;
    expect(troubles(await whatIf(signer))).to.deep.equal(["AuthenticationFailed: failed"]);
  });
});

describe("explainMint for random mints", () => {
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

  it("predicts the error with which the contract reverts", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ qty, authorizedQty, authorizedWallet, paid, calls }) => {
        const sale = await networkHelpers.loadFixture(openSale);
        const minter = sale[authorizedWallet as "holder" | "stranger"];
        const authorization = {
          ...(await signed(sale, { qty: authorizedQty, minter })),
          minter: requireHex(minter.address),
        };
        const value = paid * parseEther("0.08");
        const whatIf = calls.map(parseSaleCall);
        const told = await explain(sale, { qty, authorization, value, whatIf });
        for (const call of whatIf) {
          const data = encodeCall(call);
          await sale.administrator.sendTransaction({ to: sale.domain.contract, data });
        }
        const { hash, signature, transactionID } = authorization;
        const minting = sale.collection
          .connect(sale.holder)
          [collectionConfig.mintFunction].staticCall(hash, signature, transactionID, qty, {
            value,
          });
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
  });
});
