import type { Address } from "viem";
import type { SalePhase, SalePlan } from "../../../api/src/settings/saleFile.ts";

type Row = readonly [
  name: string,
  /** Allowance for every wallet, or per listed wallet. */
  minters: number | Readonly<Record<string, number>>,
  times?: Pick<SalePhase, "opensAt" | "closesAt">,
];

/** Creates a plan with a phase of 100 tokens per row. */
export function createPlan(...rows: readonly Row[]): SalePlan {
  return new Map(
    rows.map(([name, minters, times], index): [string, SalePhase] => [
      name,
      {
        ...{ name, price: 80_000_000_000_000_000n, maxPerMint: 20n, ...times },
        startingPoint: BigInt(index * 100),
        endPoint: BigInt(index * 100 + 100),
        minters:
          typeof minters === "number"
            ? { kind: "everybody", perWallet: minters }
            : { kind: "list", allowances: lowerCase(minters) },
      },
    ]),
  );
}

function lowerCase(allowances: Readonly<Record<string, number>>): Map<Address, number> {
  // Safety: tests list addresses only.
  return new Map(
    Object.entries(allowances).map(([wallet, count]) => [wallet.toLowerCase() as Address, count]),
  );
}

/** Returns the text of a sale file with one valid phase, changed by `overrides`; undefined removes a field. */
export function saleJson(...overrides: readonly object[]): string {
  const phase = { name: "Ember", startingPoint: 1, endPoint: 101, price: "0.08" };
  const rest = { maxPerMint: 20, perWallet: 5 };
  const phases = (overrides.length === 0 ? [{}] : overrides).map((each) => ({
    ...{ ...phase, ...rest },
    ...each,
  }));
  return JSON.stringify({ phases }, undefined, 2);
}
