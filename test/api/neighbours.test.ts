import { expect } from "chai";
import type { CatalogueEntry, CatalogueView } from "../../api/src/catalogue/catalogue.ts";
import { findNeighbours } from "../../api/src/catalogue/neighbours.ts";
import { idsOf, phases, six, viewOf } from "./catalogueFixture.ts";

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
