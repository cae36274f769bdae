import { createHash } from "node:crypto";
import { expect } from "chai";
import { type Address, type Hex, recoverAddress as recoverByViem } from "viem";
import type { RecoverAddress } from "#protocol/messageSignature";
import { recoverAddress } from "../../../api/src/narratives/signature.ts";
import { account } from "../../support/api/apiFixture.ts";

const order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
const zero = "0".repeat(64);
const digest = (seed: string) => createHash("sha256").update(seed).digest("hex");

/** The signer; undefined if there is none. */
const signerBy = (recover: RecoverAddress, hash: Hex, signature: Hex) =>
  recover({ hash, signature }).catch(() => undefined);

async function expectSame(hash: Hex, signature: Hex): Promise<Address | undefined> {
  const signer = await signerBy(recoverAddress, hash, signature);
  expect(signer, signature).to.equal(await signerBy(recoverByViem, hash, signature));
  return signer;
}

describe("the service's recovery of a signer", () => {
  it("finds the account that signed, whatever the parity", async () => {
    const parities = new Set<string>();
    for (let seed = 0; parities.size < 2; seed += 1) {
      const hash: Hex = `0x${digest(`message ${seed}`)}`;
      const signature = await account(2).sign({ hash });
      expect(await expectSame(hash, signature)).to.equal(account(2).address);
      parities.add(signature.slice(-2));
    }
  });

  it("agrees with viem for any r and s, whether a signer can be recovered or not", async () => {
    const outcomes = new Set<boolean>();
    for (let seed = 0; seed < 12; seed += 1) {
      // An r is the x of a point for about half of all numbers.
      const [r, s] = [digest(`r ${seed}`), digest(`s ${seed}`)];
      const signer = await expectSame(
        `0x${digest(`${seed}`)}`,
        `0x${r}${s}${seed % 2 ? "1b" : "1c"}`,
      );
      outcomes.add(signer === undefined);
    }
    expect(outcomes.size).to.equal(2);
  });

  for (const [what, r, s] of [
    ["r is 0", zero, digest("s")],
    ["s is 0", digest("r 1"), zero],
    ["r is the curve's order", order, digest("s")],
    ["s is the curve's order", digest("r 1"), order],
    ["r and s are the largest numbers", "f".repeat(64), "f".repeat(64)],
  ] as const) {
    it(`finds none when ${what}`, async () => {
      expect(await expectSame(`0x${digest("message")}`, `0x${r}${s}1b`)).to.equal(undefined);
    });
  }
});
