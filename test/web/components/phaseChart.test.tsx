import { screen } from "@testing-library/react";
import { expect } from "chai";
import type { PhaseSegment } from "#protocol/sale/phaseSegments";
import { renderComponent, words } from "../../support/renderComponent.tsx";

const { PhaseChart } = await import("../../../web/src/phases/PhaseChart.tsx");

/** One segment of ten IDs after another, of these kinds. */
function segments(...kinds: PhaseSegment["kind"][]): PhaseSegment[] {
  return kinds.map((kind, index) => ({
    startingPoint: BigInt(10 * index),
    endPoint: BigInt(10 * index + 10),
    kind,
    names: kind === "gap" ? [] : kind === "overlap" ? ["Dust", "Ember"] : [`Phase ${index}`],
  }));
}

const everyKind = segments("minted", "open", "gap", "overlap", "lost");
const meanings = [
  "minted",
  "not minted yet",
  "no phase",
  "two phases: refused",
  "minted and left out: refused",
];

const picture = (row: "On chain" | "As drafted" = "On chain") =>
  screen.getByRole("img", { name: new RegExp(`^${row}: `) });
const attribute = (element: Element | null, name: string) => element?.getAttribute(name) ?? "";
const numbers = (element: Element | null, ...names: string[]) =>
  names.map((name) => Number.parseFloat(attribute(element, name)));
const scrolls = () =>
  document.querySelector<HTMLElement>(".phase-picture__scroll")?.hasAttribute("tabindex");

describe("PhaseChart", () => {
  it("says so when no phase has IDs", () => {
    renderComponent(<PhaseChart onChain={[]} drafted={undefined} />);
    expect(words()).to.equal("No phase has any IDs yet.");
  });

  it("fits a phone with 14 pieces, and scrolls by keyboard with 15", () => {
    const { rerender } = renderComponent(
      <PhaseChart onChain={segments(...Array(14).fill("open"))} drafted={undefined} />,
    );
    expect([attribute(picture(), "width"), scrolls()]).to.deep.equal(["100%", false]);
    rerender(<PhaseChart onChain={segments(...Array(15).fill("open"))} drafted={undefined} />);
    const [width] = numbers(picture(), "width");
    expect(width).to.be.greaterThan(360);
    expect(scrolls()).to.equal(true);
  });

  it("draws the segments side by side, and a gap as a line at their middle", () => {
    renderComponent(<PhaseChart onChain={everyKind} drafted={undefined} />);
    const gap = picture().querySelector(":scope > line");
    const shapes = [...picture().querySelectorAll(":scope > rect")];
    expect(shapes.map((shape) => attribute(shape, "data-kind"))).to.deep.equal([
      ...["minted", "open", "overlap", "lost"],
    ]);
    const [from = 0, to = 0, y1, y2] = numbers(gap, "x1", "x2", "y1", "y2");
    const spans = shapes.map((shape) => numbers(shape, "x", "width"));
    const ends = spans.map(([x = 0, width = 0]) => x + width);
    expect(spans[0]?.[0]).to.equal(0);
    expect(spans[1]?.[0]).to.be.closeTo(ends[0] ?? 0, 1e-6);
    expect(from).to.be.closeTo(ends[1] ?? 0, 1e-6);
    expect(spans[2]?.[0]).to.be.closeTo(to, 1e-6);
    expect(spans[3]?.[0]).to.be.closeTo(ends[2] ?? 0, 1e-6);
    expect(ends[3]).to.be.closeTo(100, 1e-6);
    const [top = 0, height = 0] = numbers(shapes[0] ?? null, "y", "height");
    expect([y1, y2]).to.deep.equal([top + height / 2, top + height / 2]);
  });

  it("fills what the contract refuses with patterns of the page", () => {
    renderComponent(<PhaseChart onChain={everyKind} drafted={undefined} />);
    const filled = [...document.querySelectorAll<SVGElement>("rect")].map((shape) => [
      attribute(shape, "data-kind"),
      attribute(shape, "fill").replace(/^url\(#.*-(\w+)\)$/, "$1"),
    ]);
    const once = [
      ["minted", ""],
      ["open", ""],
      ["overlap", "overlap"],
      ["lost", "lost"],
    ];
    expect(filled).to.deep.equal([...once, ...once]);
    const ids = [...document.querySelectorAll("pattern")].map(({ id }) => id);
    for (const shape of document.querySelectorAll("rect[fill]")) {
      expect(ids).to.include(attribute(shape, "fill").slice(5, -1));
    }
  });

  it("explains the kinds that it shows, with a sample of each", () => {
    renderComponent(<PhaseChart onChain={everyKind} drafted={undefined} />);
    const legend = [...document.querySelectorAll(".phase-picture__legend li")];
    expect(legend.map(({ textContent }) => textContent)).to.deep.equal(meanings);
    const samples = legend.map((item) => item.querySelector("svg"));
    for (const sample of samples) expect(attribute(sample, "aria-hidden")).to.equal("true");
    const [width, height = 0] = numbers(samples[2] ?? null, "width", "height");
    const line = samples[2]?.querySelector("line") ?? null;
    expect(numbers(line, "x1", "x2", "y1", "y2")).to.deep.equal([0, width, height / 2, height / 2]);
    const box = samples[0]?.querySelector("rect") ?? null;
    const [x = 0, y = 0, across = 0, down = 0] = numbers(box, "x", "y", "width", "height");
    expect([2 * x + across, 2 * y + down]).to.deep.equal([width, height]);
  });

  it("explains the kinds of both rows and tabulates the draft", () => {
    renderComponent(
      <PhaseChart onChain={segments("minted", "lost")} drafted={segments("open", "gap")} />,
    );
    const legend = [...document.querySelectorAll(".phase-picture__legend li")];
    expect(legend.map(({ textContent }) => textContent)).to.deep.equal([
      ...[meanings[0], meanings[1], meanings[2], meanings[4]],
    ]);
    expect(attribute(picture("As drafted"), "aria-label")).to.equal(
      "As drafted: 0–9: “Phase 0”, not minted yet; 10–19: no phase",
    );
    screen.getByRole("table", { name: "The IDs as drafted" });
    const rows = [...document.querySelectorAll("tbody tr")];
    expect(rows.map((row) => [attribute(row, "data-kind"), words(row)])).to.deep.equal([
      ["open", "0–910Phase 0not minted yet"],
      ["gap", "10–1910noneno phase"],
    ]);
  });

  it("writes a phase's name and IDs where its IDs are, up to the next name", () => {
    const row = segments("minted", "open", "gap", "open");
    for (const index of [0, 1]) row[index] = { ...row[index], names: ["Dust"] } as PhaseSegment;
    row[3] = { ...row[3], names: [""] } as PhaseSegment;
    renderComponent(<PhaseChart onChain={row} drafted={undefined} />);
    const names = [...picture().querySelectorAll(":scope > svg")];
    expect(names.map((each) => words(each))).to.deep.equal([
      "“Dust”, 0–19Dust0–19",
      "The phase without a name, 30–39(no name)30–39",
    ]);
    const [[, width = 0] = [], [start = 0, rest = 0] = []] = names.map((each) =>
      numbers(each, "x", "width"),
    );
    expect(width).to.be.closeTo(start, 1e-6);
    expect(start + rest).to.be.closeTo(100, 1e-6);
  });
});
