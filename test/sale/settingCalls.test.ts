import { expect } from "chai";
import { parseEther } from "viem";
import { formatCall } from "#sale/collectionCalls";
import { applyCalls } from "#sale/safeOrder";
import type { SaleCall } from "#sale/saleCalls";
import type { SaleSettings } from "#sale/saleSettings";
import { addSettingCalls, pickSettings } from "#sale/settingCalls";
import type { SaleState } from "#sale/simulateCalls";
import { lantern, saleFacts } from "../support/saleFacts.ts";

const other = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const grow: SaleCall = { functionName: "adjustPhases", args: ["Ember", 201n, 301n] };
const growth = 'adjustPhases("Ember", 201, 301)';

describe("addSettingCalls", () => {
  const calls = (
    isMinting: boolean,
    change: Partial<SaleSettings>,
    phaseCalls: SaleCall[] = [],
    isPaused = false,
  ) => {
    const state: SaleState = { sale: saleFacts({ isMinting }), phases: [lantern] };
    const settings = { ...pickSettings(state.sale), ...change };
    return addSettingCalls(phaseCalls, state, { settings, isPaused }).map(formatCall);
  };

  it("returns no calls when nothing changes, regardless of the minting switch", () => {
    for (const isMinting of [true, false]) {
      for (const isPaused of [true, false]) {
        expect(calls(isMinting, {}, [], isPaused)).to.deep.equal([]);
      }
    }
  });

  it("turns minting off first, and on last", () => {
    const change = { price: 5n };
    expect(calls(false, change, [grow])).to.deep.equal([
      growth,
      "adjustPrice(0.000000000000000005 ether)",
    ]);
    expect(calls(false, { ...change, isMinting: true }, [grow])).to.deep.equal([
      growth,
      "adjustPrice(0.000000000000000005 ether)",
      "toggleMint()",
    ]);
    expect(calls(true, { ...change, isMinting: false }, [grow])).to.deep.equal([
      "toggleMint()",
      growth,
      "adjustPrice(0.000000000000000005 ether)",
    ]);
    expect(calls(true, {}, [grow], true)).to.deep.equal(["toggleMint()", growth, "toggleMint()"]);
    expect(calls(true, {}, [grow], false)).to.deep.equal([growth]);
  });

  it("changes the active phase after all other settings", () => {
    const change = { phase: "Ember", price: 5n, maxBatch: 3n, signer: other } as const;
    expect(calls(false, change)).to.deep.equal([
      "adjustPrice(0.000000000000000005 ether)",
      "adjustMaxBatch(3)",
      `adjustSigner(${other})`,
      'changePhase("Ember")',
    ]);
  });
});

describe("applyCalls", () => {
  const state: SaleState = { sale: saleFacts(), phases: [lantern] };
  const saleAfter = (...calls: SaleCall[]) => applyCalls(state, calls);

  it("reflects each setting", () => {
    const { sale, phases } = saleAfter(
      { functionName: "toggleMint", args: [] },
      { functionName: "adjustPrice", args: [parseEther("1")] },
      { functionName: "adjustMaxBatch", args: [3n] },
      { functionName: "adjustSigner", args: [other] },
    );
    const changed = { isMinting: false, price: parseEther("1"), maxBatch: 3n, signer: other };
    expect(sale).to.deep.equal({ ...state.sale, ...changed });
    expect(phases).to.deep.equal([lantern]);
  });
});
