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

  it("draws gaps along the middle of the segments, between the names and the IDs", () => {
    open(segments("minted", "gap"));
    const [picture] = within(`${strip} > svg`);
    const [run] = within(`${strip} svg > svg`);
    const [rect] = within(`${strip} rect[data-kind]`);
    const [height = 0] = numbers(picture, "height");
    const [y = 0, thickness = 0] = numbers(rect, "y", "height");
    expect(numbers(within(`${strip} line`)[0], "y1", "y2")).to.deep.equal(
      Array(2).fill(y + thickness / 2),
    );
    expect(numbers(run, "y", "height")).to.deep.equal([0, height]);
    const [name, ids] = within(`${strip} foreignObject`).map((each) =>
      numbers(each, "y", "height"),
    );
    expect(name?.[1]).to.be.within(1, y);
    const [top = 0, room = 0] = ids ?? [];
    expect(top).to.be.above(y + thickness);
    expect(top + room).to.equal(height);
  });

  it("fills the pictures of its legend", () => {
    open(segments("minted", "gap"));
    const pictures = within(".phase-picture__legend li > svg");
    for (const picture of pictures) {
      expect(picture.getAttribute("aria-hidden")).to.equal("true");
      const [width = 0, height = 0] = numbers(picture, "width", "height");
      const [line] = picture.querySelectorAll("line");
      const [rect] = picture.querySelectorAll("rect");
      // A stroke is half a pixel on either side of an edge.
      const drawn = line
        ? numbers(line, "x1", "y1", "x2", "y2")
        : numbers(rect, "x", "y", "width", "height");
      expect(drawn).to.deep.equal(
        line ? [0, height / 2, width, height / 2] : [0.5, 0.5, width - 1, height - 1],
      );
    }
    expect(pictures).to.have.length(2);
  });

  it("has the drafted IDs in its table, and without a draft those on the chain", () => {
    const { rerender } = open(segments("open"), segments("open", "open"));
    expect(within("caption")[0]?.textContent).to.equal("The IDs as drafted");
    expect(within("tbody tr")).to.have.length(2);
    rerender(<PhaseChart onChain={segments("open")} drafted={undefined} />);
    expect(within("caption")[0]?.textContent).to.equal("The IDs on chain");
    expect(within("tbody tr")).to.have.length(1);
  });

  it("has heads of columns in its table", () => {
    open(segments("open"));
    expect(within("th").map((head) => head.getAttribute("scope"))).to.deep.equal(
      Array(4).fill("col"),
    );
  });
});
