import { expect } from "chai";
import type { PhaseSegment } from "#protocol/sale/phaseSegments";
import { renderComponent } from "../../support/renderComponent.tsx";

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
const numbers = (element: Element | undefined, ...names: string[]) =>
  names.map((name) => Number.parseFloat(element?.getAttribute(name) ?? ""));
const strip = ".phase-picture__strip";

describe("PhaseChart", () => {
  for (const [pieces, tabIndex, width] of [
    [14, null, "100%"],
    [15, "0", "390"],
  ] as const) {
    it(`is ${width} wide with ${pieces} pieces`, () => {
      open(segments(...Array<"open">(pieces).fill("open")));
      const [scroll] = within(".phase-picture__scroll");
      const [picture] = within(`${strip} > svg`);
      expect(scroll?.getAttribute("tabindex")).to.equal(tabIndex);
      expect(picture?.getAttribute("width")).to.equal(width);
    });
  }

  it("has the segments one after the other over the whole width", () => {
    open(segments("minted", "gap", "open"));
    const pieces = [
      ...within(`${strip} rect[data-kind]`).map((rect) => numbers(rect, "x", "width")),
      ...within(`${strip} svg > svg`).map((name) => numbers(name, "x", "width")),
    ].map(([x = 0, width = 0]) => [Math.round(x), Math.round(x + width)]);
    const [gap] = within(`${strip} line`);
    expect(numbers(gap, "x1", "x2").map(Math.round)).to.deep.equal([41, 59]);
    expect(pieces).to.deep.equal([
      ...[
        [0, 41],
        [59, 100],
      ],
      // A name has room until the next one.
      ...[
        [0, 59],
        [59, 100],
      ],
    ]);
  });

  it("marks problems by patterns, and gaps by lines, in the picture and in its legend", () => {
    const kinds = ["minted", "open", "gap", "overlap", "lost"] as const;
    open(segments("minted"), segments(...kinds));
    for (const place of [`${strip}:last-child`, ".phase-picture__legend"]) {
      expect(within(`${place} line`)).to.have.length(1);
      const fills = within(`${place} rect[data-kind]`).map((rect) => {
        const fill = rect.getAttribute("fill");
        const pattern = document.getElementById(fill?.slice("url(#".length, -1) ?? "");
        return [rect.getAttribute("data-kind"), fill && pattern?.id.split("-").at(-1)];
      });
      expect(fills).to.deep.equal([
        ["minted", null],
        ["open", null],
        ["overlap", "overlap"],
        ["lost", "lost"],
      ]);
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
