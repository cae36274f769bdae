import { expect } from "chai";
import type { Address } from "viem";
import { NumberGuard } from "../../api/src/mint/numberGuard.ts";
import type { SequenceOwner } from "../../api/src/mint/store.ts";
import { account } from "./apiFixture.ts";
import { codeOf } from "./narrativeDraft.ts";

const [before, after] = [account(1).address, account(9).address];
const sale = { blockNumber: 1n };

/** A guard of a sequence that is at `last`, on a chain that has used some numbers. */
function guard({
  last,
  used,
  signedBy = before,
  signer = before,
}: {
  last: number;
  used: number[];
  signedBy?: Address | undefined;
  signer?: Address;
}) {
  const sequence: { last: number; signer: Address | undefined } = { last, signer: signedBy };
  const requests: number[] = [];
  const read: SequenceOwner[] = [];
  const numbers = new NumberGuard({
    chain: {
      async isTransactionUsed(id) {
        requests.push(Number(id));
        return used.includes(Number(id));
      },
    },
    store: {
      async sequence(owner) {
        read.push(owner);
        return { ...sequence };
      },
      advance: async (_, to) => void Object.assign(sequence, to),
    },
    owner: { chainId: 1, contract: account(8).address },
    signer,
  });
  return { numbers, sequence, requests, used, read };
}

describe("the sequence of transaction IDs", () => {
  it("continues if no later number is used on chain, and checks that once per process", async () => {
    const { numbers, requests, read } = guard({ last: 4, used: [1, 3, 4, 69] });
    await numbers.assertCurrent(sale);
    await numbers.assertCurrent(sale);
    expect(read).to.have.length(1);
    expect(requests).to.deep.equal(Array.from({ length: 64 }, (_, index) => index + 5));
  });

  it("checks only the new numbers after it has advanced", async () => {
    const { numbers, requests, sequence } = guard({ last: 4, used: [] });
    await numbers.assertAheadUnused(sale);
    requests.length = 0;
    sequence.last = 6;
    await numbers.assertAheadUnused(sale);
    expect(requests).to.deep.equal([69, 70]);
  });

  for (const number of [5, 68]) {
    it(`stops permanently if number ${number} is used while the sequence is at 4`, async () => {
      const { numbers, sequence, used } = guard({ last: 4, used: [number] });
      expect(await codeOf(numbers.assertCurrent(sale))).to.equal("mint.record_outdated");
      used.length = 0;
      expect(await codeOf(numbers.assertCurrent(sale))).to.equal("mint.record_outdated");
      expect(sequence).to.deep.equal({ last: 4, signer: before });
    });
  }

  it("stops if the record is replaced by an older one", async () => {
    const { numbers, sequence, used } = guard({ last: 40, used: [] });
    await numbers.assertAheadUnused(sale);
    used.push(39);
    sequence.last = 7;
    expect(await codeOf(numbers.assertAheadUnused(sale))).to.equal("mint.record_outdated");
  });

  it("stores in an empty record which signer's authorisations are lost", async () => {
    const { numbers, sequence } = guard({ last: 0, used: [1], signedBy: undefined });
    sequence.signer = undefined;
    expect(await codeOf(numbers.assertCurrent(sale))).to.equal("mint.record_outdated");
    expect(sequence).to.deep.equal({ last: 0, signer: before });
  });

  it("stops if the number just issued is already used", async () => {
    const { numbers } = guard({ last: 4, used: [4] });
    expect(await codeOf(numbers.assertUnused("4", sale))).to.equal("mint.record_outdated");
    expect(await codeOf(numbers.assertCurrent(sale))).to.equal("mint.record_outdated");
  });

  it("continues after all used numbers once the collection's signer has changed", async () => {
    const used = [6, 69, 1_090, 2_050];
    const { numbers, sequence } = guard({ last: 4, used, signer: after });
    await numbers.assertCurrent(sale);
    expect(sequence).to.deep.equal({ last: 2_050, signer: after });
  });

  it("checks no number twice after it has skipped those of another signer", async () => {
    const { numbers, requests, sequence, read } = guard({ last: 4, used: [6], signer: after });
    await numbers.assertCurrent(sale);
    expect(requests).to.deep.equal(Array.from({ length: 1_088 }, (_, index) => index + 5));
    expect(sequence).to.deep.equal({ last: 6, signer: after });
    requests.length = 0;
    await numbers.assertAheadUnused(sale);
    expect(requests).to.deep.equal([]);
    expect(read).to.have.length(2);
  });

  it("leaves the sequence unchanged if no later number is used", async () => {
    const { numbers, sequence } = guard({ last: 4, used: [4], signer: after });
    await numbers.assertCurrent(sale);
    expect(sequence).to.deep.equal({ last: 4, signer: before });
  });
});
