import { expect } from "chai";
import { itemsAbove } from "../../web/src/home/placeInList.ts";

describe("itemsAbove", () => {
  /** A list of ten items. */
  const list = (top: number, height: number) =>
    // Safety: all that is read of the element.
    ({ childElementCount: 10, getBoundingClientRect: () => ({ top, height }) }) as Element;

  const places: [title: string, top: number, height: number, y: number, count: number][] = [
    ["below y", 500, 1_000, 400, 0],
    ["at y", 500, 1_000, 500, 0],
    ["partly above y", 500, 1_000, 501, 1],
    ["half above y", -500, 1_000, 0, 5],
    ["above y", -500, 1_000, 500, 10],
    ["far above y", -5_000, 1_000, 500, 10],
    ["of a height below a pixel, above y", 0, 0.5, 500, 10],
    ["without a height", 0, 0, 500, 0],
  ];
  for (const [title, top, height, y, count] of places) {
    it(`is ${count} of 10 for a list ${title}`, () => {
      expect(itemsAbove(list(top, height), y)).to.equal(count);
    });
  }
});
