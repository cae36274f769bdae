import { expect } from "chai";
import type { DrifterFacets, DrifterFilters } from "#protocol/catalogue";
import { activeFilters, emptyingFilters } from "../../web/src/gallery/activeFilters.ts";
import { facetGroups } from "../../web/src/gallery/facetGroups.ts";
import { galleryPath } from "../../web/src/gallery/galleryPlace.ts";

const filters: DrifterFilters = {
  traits: [
    { type: "Helm", value: "Cowl" },
    { type: "Helm", value: "Hood" },
    { type: "Sky", value: "Black Sun" },
  ],
  phases: ["First Dust"],
  hasStory: false,
  query: "salt",
  order: "number",
};

const facets = (counts: { helm: number; phase: number; story: number }): DrifterFacets => ({
  traits: [{ type: "Helm", values: [{ value: "Hat", count: counts.helm }] }],
  phases: [{ phase: "Second Dust", count: counts.phase }],
  stories: { with: counts.story, without: 0 },
});

describe("the filters of the gallery", () => {
  it("are each taken away alone", () => {
    const links = activeFilters(filters).map(({ label, without }) => [label, galleryPath(without)]);
    const helm = "trait=Helm%3ACowl&trait=Helm%3AHood";
    const rest = "phase=First+Dust&hasStory=false&query=salt&order=number";
    expect(links).to.deep.equal([
      [
        "“salt”",
        `/drifters?${helm}&trait=Sky%3ABlack+Sun&phase=First+Dust&hasStory=false&order=number`,
      ],
      [
        "Without a story",
        `/drifters?${helm}&trait=Sky%3ABlack+Sun&phase=First+Dust&query=salt&order=number`,
      ],
      [
        "Phase: First Dust",
        `/drifters?${helm}&trait=Sky%3ABlack+Sun&hasStory=false&query=salt&order=number`,
      ],
      ["Helm: Cowl", `/drifters?trait=Helm%3AHood&trait=Sky%3ABlack+Sun&${rest}`],
      ["Helm: Hood", `/drifters?trait=Helm%3ACowl&trait=Sky%3ABlack+Sun&${rest}`],
      ["Sky: Black Sun", `/drifters?${helm}&${rest}`],
    ]);
  });

  it("that empty the gallery are those whose facet counts drifters", () => {
    const found = emptyingFilters(filters, facets({ helm: 3, phase: 0, story: 12 }));
    expect(found.map(({ label, count }) => [label, count])).to.deep.equal([
      ["Without a story", 12],
      ["Helm: Cowl or Hood", 3],
    ]);
    expect(found[1]?.without.traits).to.deep.equal([{ type: "Sky", value: "Black Sun" }]);
  });

  it("have a checkbox for each value that finds drifters, and for each that is chosen", () => {
    const groups = facetGroups(filters, facets({ helm: 3, phase: 2, story: 0 }));
    const boxes = groups.map(({ legend, name, choices }) => [
      legend,
      name,
      choices.map(({ value, label, count, isChosen }) => [value, label, count, isChosen]),
    ]);
    expect(boxes).to.deep.equal([
      [
        "Phase",
        "phase",
        [
          ["First Dust", "First Dust", 0, true],
          ["Second Dust", "Second Dust", 2, false],
        ],
      ],
      [
        "Helm",
        "trait",
        [
          ["Helm:Cowl", "Cowl", 0, true],
          ["Helm:Hood", "Hood", 0, true],
          ["Helm:Hat", "Hat", 3, false],
        ],
      ],
      ["Sky", "trait", [["Sky:Black Sun", "Black Sun", 0, true]]],
    ]);
  });
});
