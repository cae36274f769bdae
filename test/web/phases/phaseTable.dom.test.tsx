import { screen } from "@testing-library/react";
import { expect } from "chai";
import type { PhaseSegment } from "#sale/phaseSegments";
import { renderComponent, words } from "../../support/web/renderComponent.tsx";

const { PhaseTable } = await import("../../../web/src/phases/PhaseTable.tsx");

/** Consecutive segments of ten IDs each. */
function segments(...kinds: PhaseSegment["kind"][]): PhaseSegment[] {
  return kinds.map((kind, index) => {
    const startingPoint = BigInt(10 * index + 1);
    const names = { gap: [], overlap: ["Dust", "Ember"] }[kind as string] ?? [`Phase ${index}`];
    return { startingPoint, endPoint: startingPoint + 10n, kind, names };
  });
}

const rows = () =>
  screen.getAllByRole<HTMLTableRowElement>("row").map(({ cells }) => [...cells].map(words));

describe("PhaseTable", () => {
  it("shows a row for each range of IDs, with its phases and their state", () => {
    const drafted = segments("minted", "open", "gap", "overlap", "lost");
    renderComponent(<PhaseTable onChain={segments("minted")} drafted={drafted} />);
    expect(rows()).to.deep.equal([
      ["IDs", "On chain", "As drafted"],
      ["1–10", "“Phase 0”, minted", "“Phase 0”, minted"],
      ["11–20", "no phase", "“Phase 1”, not minted yet"],
      ["21–30", "no phase", "no phase"],
      ["31–40", "no phase", "“Dust” and “Ember”, two phases: rejected"],
      ["41–50", "no phase", "“Phase 4”, minted but left out (not allowed)"],
    ]);
  });

  it("splits an on-chain range where the draft changes, and shows one column without a draft", () => {
    const whole = { startingPoint: 1n, endPoint: 31n, kind: "open" as const, names: ["Dust"] };
    const { rerender } = renderComponent(
      <PhaseTable onChain={[whole]} drafted={segments("open")} />,
    );
    expect(rows().map(([ids, onChain]) => [ids, onChain])).to.deep.equal([
      ["IDs", "On chain"],
      ["1–10", "“Dust”, not minted yet"],
      ["11–30", "“Dust”, not minted yet"],
    ]);
    rerender(<PhaseTable onChain={[whole]} drafted={undefined} />);
    expect(rows()[1]).to.deep.equal(["1–30", "“Dust”, not minted yet"]);
  });
});
