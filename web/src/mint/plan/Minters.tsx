import type { MintAllowance, PlannedPhase } from "#protocol/wire/responses";

interface MintersProps {
  phase: PlannedPhase;
  /** The connected wallet's. */
  allowance: MintAllowance | undefined;
}

/** Renders who may mint in a phase and, if that is a list, whether the connected wallet is on it. */
export function Minters({ phase: { name, perWallet }, allowance }: MintersProps) {
  if (perWallet !== undefined) return <>Up to {perWallet} per wallet.</>;
  const own = allowance?.planned?.[name];
  return (
    <>
      For listed wallets.
      {own !== undefined && (
        <strong>
          {" "}
          {own === 0 ? "Your wallet is not on the list." : `Your wallet may mint ${own}.`}
        </strong>
      )}
    </>
  );
}
