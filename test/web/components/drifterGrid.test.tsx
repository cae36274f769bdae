import { mock } from "node:test";
import { expect } from "chai";
import { countDown } from "../../support/catalogueAnswers.ts";
import { renderComponent } from "../../support/renderComponent.tsx";

const { DrifterGrid } = await import("../../../web/src/drifter/DrifterGrid.tsx");

const drifters = (first: number, last: number) =>
  countDown(first, last).map((id) => ({ drifterId: String(id) }));
const links = () => [...document.querySelectorAll<HTMLElement>(".drifter-grid a")];
const focused = () => document.activeElement?.getAttribute("href");

/** Lays the links out in rows of four. */
function layOut() {
  mock.method(Element.prototype, "getBoundingClientRect", function (this: HTMLElement) {
    return { top: 100 * Math.floor(links().indexOf(this) / 4) };
  });
}

describe("the grid of drifters", () => {
  it("moves the focus with the arrow keys, and leaves it at the edges and with other keys", async () => {
    const { user } = renderComponent(<DrifterGrid label="Drifters" drifters={drifters(10, 1)} />);
    layOut();
    links()[0]?.focus();
    const path: (string | null | undefined)[] = [];
    for (const key of [
      "{ArrowRight}",
      "{ArrowDown}",
      "{ArrowDown}",
      "{ArrowDown}",
      "{ArrowLeft}",
      "{ArrowUp}",
      "{Shift>}{ArrowUp}{/Shift}",
      "{ArrowUp}",
      "{ArrowUp}",
    ]) {
      await user.keyboard(key);
      path.push(focused()?.replace("/drifter/", ""));
    }
    expect(path).to.deep.equal(["9", "5", "1", "1", "2", "6", "6", "10", "10"]);
  });
});
