import { mock } from "node:test";
import { act } from "@testing-library/react";
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

  it("has items only in batches that are near the viewport or have the focus, and in an incomplete one", () => {
    const observed = observeIntersections();
    renderComponent(<DrifterGrid label="Drifters" drifters={drifters(200, 1)} />);
    const lengths = () =>
      [...document.querySelectorAll(".drifter-grid ul")].map((list) => list.children.length);
    expect(lengths()).to.deep.equal([60, 0, 0, 20]);
    observed.report(1, true);
    observed.report(0, false);
    expect(lengths()).to.deep.equal([0, 60, 0, 20]);
    links()[0]?.focus();
    observed.report(1, false);
    expect(lengths()).to.deep.equal([0, 60, 0, 20]);
  });
});

/** Replaces the browser's IntersectionObserver; the test reports whether the n-th list is near. */
function observeIntersections() {
  const callbacks = new Map<Element, IntersectionObserverCallback>();
  mock.method(
    globalThis,
    "IntersectionObserver",
    function observer(callback: IntersectionObserverCallback) {
      return { observe: (element: Element) => callbacks.set(element, callback), disconnect() {} };
    },
  );
  return {
    report(index: number, isIntersecting: boolean) {
      const list = document.querySelectorAll(".drifter-grid ul")[index];
      // Safety: the grid reads only this field, and no observer.
      const entries = [{ isIntersecting }] as IntersectionObserverEntry[];
      if (list) act(() => callbacks.get(list)?.(entries, undefined as never));
    },
  };
}
