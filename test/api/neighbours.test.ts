import { expect } from "chai";
import { mostNeighbours } from "#protocol/catalogue";
import {
  type CatalogueEntry,
  type CatalogueView,
  createCatalogue,
} from "../../api/src/catalogue/catalogue.ts";
import { findNeighbours } from "../../api/src/catalogue/neighbours.ts";
import { unlimitedRanges } from "../../api/src/minted/mintedRanges.ts";
import { idsOf, metadataOf, phases, six, viewOf } from "./catalogueFixture.ts";

describe("findNeighbours", () => {
  const nothing = { owned: null, mentionedIn: [] };
  const find = (
    view: CatalogueView,
    id: number,
    stories: readonly number[] = [],
    others: Partial<Parameters<typeof findNeighbours>[1]> = {},
  ) => {
    const entry = view.get(String(id));
    if (entry === undefined) throw new Error(`There is no ${id}.`);
    const hasStory = ({ number }: CatalogueEntry) => stories.includes(number);
    return findNeighbours(entry, { view, hasStory, ...nothing, ...others });
  };

  it("names the drifters before and after by number", async () => {
    const view = await viewOf(six, phases);
    expect(find(view, 3)).to.deep.include({
      previous: { drifterId: "2", name: "Ilo" },
      next: { drifterId: "10", name: "Dusk Walker" },
    });
    expect(find(view, 1).previous).to.equal(null);
    expect(find(view, 12).next).to.equal(null);
  });

  it("leads through every story before it comes back", async () => {
    const view = await viewOf({}, { All: [1, 201] });
    const stories = [3, 5, 8, 13, 21, 34, 55, 89, 144];
    const visited: number[] = [];
    let at = 7;
    for (const _ of stories) {
      at = Number(find(view, at, stories).withStory?.drifterId);
      visited.push(at);
    }
    expect(visited.toSorted((a, b) => a - b)).to.deep.equal(stories);
    expect(find(view, at, stories).withStory?.drifterId).to.equal(String(visited[0]));
    expect(find(view, 3, [3]).withStory).to.equal(null);
  });

  it("lists others of the same phase, those with stories first", async () => {
    const view = await viewOf(six, { ...phases, Large: [100, 200] });
    expect(idsOf(find(view, 1, [3]).samePhase)).to.equal("3 2");
    const { samePhase } = find(view, 150, [110, 120]);
    expect(samePhase).to.have.length(mostNeighbours);
    expect(idsOf(samePhase.slice(0, 2)).split(" ").sort()).to.deep.equal(["110", "120"]);
    expect(idsOf(samePhase)).not.to.include("150");
    const place = view.circle.findIndex(({ number }) => number === 150);
    const round = [...view.circle.slice(place + 1), ...view.circle.slice(0, place)];
    const inPhase = round.filter(({ phase }) => phase === "Large");
    const withStory = inPhase.filter(({ number }) => number === 110 || number === 120);
    const others = inPhase.filter((entry) => !withStory.includes(entry));
    expect(idsOf(samePhase)).to.equal(idsOf([...withStory, ...others].slice(0, mostNeighbours)));
  });

  it("lists no others of the same phase while phases are unknown", async () => {
    const minted = { current: async () => unlimitedRanges };
    const view = await createCatalogue({ minted, metadata: metadataOf(six) }).view();
    expect(find(view, 1).samePhase).to.deep.equal([]);
  });

  it("lists as many of those that mention it as of all others", async () => {
    const view = await viewOf({}, { All: [1, 50] });
    const mentionedIn = Array.from({ length: 40 }, (_, index) => String(index + 2));
    expect(find(view, 1, [], { mentionedIn }).mentionedIn).to.have.length(mostNeighbours);
  });

  it("lists others with the rarest trait that is shared", async () => {
    const drifters = { ...six, 1: { traits: ["Hat:Cowl", "Sky:Dawn", "Eye:Only"] } };
    const { sharedTrait } = find(await viewOf(drifters, phases), 1, [11]);
    expect(sharedTrait).to.deep.include({ type: "Hat", value: "Cowl" });
    expect(
      idsOf(sharedTrait?.drifters ?? [])
        .split(" ")
        .sort(),
    ).to.deep.equal(["10", "3"]);
    expect(find(await viewOf(six, phases), 12).sharedTrait).to.equal(null);
    const later = await viewOf({ ...six, 2: { traits: ["Sky:Dusk", "Hat:Bare"] } }, phases);
    expect(find(later, 2).sharedTrait).to.deep.equal({
      type: "Hat",
      value: "Bare",
      drifters: [{ drifterId: "11", name: "Nim" }],
    });
  });

  it("lists minted drifters of the same owner and those that mention it, without itself", async () => {
    const view = await viewOf(six, phases);
    const { sameOwner, mentionedIn } = find(view, 1, [10], {
      owned: ["1", "2", "10", "999"],
      mentionedIn: ["3", "999", "2", "1"],
    });
    expect(idsOf(sameOwner ?? [])).to.equal("10 2");
    expect(idsOf(mentionedIn)).to.equal("3 2");
    expect(find(view, 1).sameOwner).to.equal(null);
  });
});
