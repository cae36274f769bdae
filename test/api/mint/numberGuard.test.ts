import { expect } from "chai";
import type { NumberSequence } from "../../../api/src/mint/authorizations.ts";
import { NumberGuard } from "../../../api/src/mint/numberGuard.ts";
import { account } from "../../support/api/apiFixture.ts";
import { codeOf } from "../../support/api/narrativeDraft.ts";

const [ours, earlier] = [account(1).address, account(9).address];
const sale = { blockNumber: 7n };

describe("NumberGuard", () => {
  let used: Set<string>;
  let sequence: NumberSequence;
  let guard: NumberGuard;
  beforeEach(() => {
    used = new Set();
    sequence = { last: 2, signer: ours };
    guard = new NumberGuard({
      chain: { areUsed: async (ids) => ids.map((id) => used.has(id)) },
      store: {
        sequence: async () => sequence,
        async advance(_, to) {
          sequence = to;
        },
      },
      owner: { chainId: 1, contract: account(8).address },
      signer: ours,
    });
  });

  it("continues after a new signer's last used number, regardless of the gap", async () => {
    sequence = { last: 2, signer: earlier };
    used = new Set(["1", "3", "40", "1000", "1999", "2000"]);
    await guard.assertCurrent(sale);
    expect(sequence).to.deep.equal({ last: 2000, signer: ours });
  });

  it("rejects a record whose next number is used", async () => {
    used.add("3");
    expect(await codeOf(guard.assertCurrent(sale))).to.equal("mint.record_outdated");
  });

  it("rejects a record behind the chain permanently, and stores the signer", async () => {
    sequence = { last: 0, signer: undefined };
    used.add("64");
    expect(await codeOf(guard.assertCurrent(sale))).to.equal("mint.record_outdated");
    expect(sequence).to.deep.equal({ last: 0, signer: ours });
    used.clear();
    expect(await codeOf(guard.assertCurrent(sale))).to.equal("mint.record_outdated");
  });

  it("rejects a record that was replaced with an older record", async () => {
    await guard.assertAheadUnused(sale);
    sequence = { last: 0, signer: ours };
    used.add("2");
    expect(await codeOf(guard.assertAheadUnused(sale))).to.equal("mint.record_outdated");
  });

  it("rejects a new number that is already used, and all later requests", async () => {
    used.add("2");
    expect(await codeOf(guard.assertUnused("3", sale))).to.equal("no error");
    expect(await codeOf(guard.assertUnused("2", sale))).to.equal("mint.record_outdated");
    expect(await codeOf(guard.assertCurrent(sale))).to.equal("mint.record_outdated");
  });
});
