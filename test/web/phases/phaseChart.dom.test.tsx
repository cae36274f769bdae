import { screen } from "@testing-library/react";
import { expect } from "chai";
import type { PhaseSegment } from "#protocol/sale/phaseSegments";
import { renderComponent } from "../../support/web/renderComponent.tsx";

const { PhaseChart } = await import("../../../web/src/phases/PhaseChart.tsx");

/** Segments of ten IDs, one after the other. */
function segments(...kinds: PhaseSegment["kind"][]): PhaseSegment[] {
  return kinds.map((kind, index) => {
    const startingPoint = BigInt(10 * index + 1);
    const names = kind === "gap" ? [] : [`Phase ${index}`];
    return { startingPoint, endPoint: startingPoint + 10n, kind, names };
  });
}

const open = (onChain: PhaseSegment[], drafted?: PhaseSegment[]) =>
  renderComponent(<PhaseChart onChain={onChain} drafted={drafted} />);
const within = (selector: string) => [...document.querySelectorAll(selector)];
const strip = ".phase-picture__strip";
const columnsOf = (selector: string) =>
  // Safety: these elements have styles.
  within(selector).map((element) => (element as HTMLElement).style.gridColumn);

describe("PhaseChart", () => {
  it("has the segments one after the other, and room for a name until the next one", () => {
    open(segments("minted", "gap", "open"));
    expect(columnsOf(`${strip} [data-kind]`)).to.deep.equal(["1 / 2", "2 / 3", "3 / 4"]);
    expect(columnsOf(".phase-picture__name")).to.deep.equal(["1 / 3", "3 / -1"]);
  });

  it("gives segments more width for each factor of ten, gaps the same, and an ID one place in both rows", () => {
    const gap = { kind: "gap" as const, names: [] };
    const dust = { kind: "open" as const, names: ["Dust"] };
    open(
      [
        { ...dust, startingPoint: 1n, endPoint: 11n },
        { ...gap, startingPoint: 11n, endPoint: 5_000n },
        { ...dust, startingPoint: 5_000n, endPoint: 5_100n },
      ],
      [{ ...dust, startingPoint: 1n, endPoint: 11n }],
    );
    const templates = screen.getAllByRole("img").map(({ style }) => style.gridTemplateColumns);
    const [template] = templates;
    expect(template?.match(/[\d.]+(?=fr)/g)).to.deep.equal(["2.200", "1.000", "3.200"]);
    expect(templates[1]).to.equal(template);
  });

  it("says in the legend what each kind in the picture means", () => {
    const kinds = ["minted", "open", "gap", "overlap", "lost"] as const;
    open(segments("minted"), segments(...kinds));
    for (const place of [`${strip}:last-child`, ".phase-picture__legend"]) {
      const shown = within(`${place} [data-kind]`).map((each) => each.getAttribute("data-kind"));
      expect(shown).to.deep.equal(kinds);
    }
    expect(within(".phase-picture__legend li").map(({ textContent }) => textContent)).to.deep.equal(
      [
        "minted",
        "not minted yet",
        "no phase",
        "two phases: refused",
        "minted and left out: refused",
      ],
    );
  });
});
