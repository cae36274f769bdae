import { mock } from "node:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "chai";
import { storyListQueryOptions } from "../../../web/src/narrative/narrativeApi.ts";
import { createQueryClient, renderComponent } from "../../support/renderComponent.tsx";

const { StoryList } = await import("../../../web/src/home/StoryList.tsx");

/** Renders a list of so many stories, each story 100 pixels high; `itemsAbove` are above the window's upper edge. */
function openList(count: number) {
  const place = { itemsAbove: 0 };
  mock.method(Element.prototype, "getBoundingClientRect", function (this: Element) {
    return { top: -100 * place.itemsAbove, height: 100 * this.childElementCount };
  });
  return { ...renderComponent(<StoryList />, { queryClient: withStories(count) }), place };
}

function withStories(length: number) {
  const queryClient = createQueryClient(60_000);
  const stories = Array.from({ length }, (_, index) => ({ drifterId: String(index + 1) }));
  queryClient.setQueryData(storyListQueryOptions().queryKey, stories);
  return queryClient;
}

const items = () => [...document.querySelectorAll("li")];
const becomeWhole = (count: number) => waitFor(() => expect(items().length).to.equal(count));
/** First, last and number of the stories with portraits. */
function portraits() {
  const shown = items().filter((item) => item.querySelector("img"));
  return [shown[0]?.textContent, shown.at(-1)?.textContent, shown.length];
}

describe("StoryList, long", () => {
  // The list remembers its length for the whole visit; a list that was not scrolled makes it forget.
  afterEach(() => {
    cleanup();
    openList(1).unmount();
  });

  it("grows from 120 to all stories, and then rests", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const timers = mock.method(globalThis, "setTimeout");
    openList(600);
    expect(items().length).to.equal(120);
    act(() => mock.timers.tick(10));
    expect(items().length).to.equal(600);
    act(() => mock.timers.tick(1_000_000));
    // Timers of queries have a delay.
    const steps = timers.mock.calls.filter(({ arguments: [, delay] }) => delay === undefined);
    expect(steps).to.have.length(1);
  });

  it("draws portraits only within a window's height around the window", async () => {
    const { place } = openList(400);
    await becomeWhole(400);
    expect(portraits()).to.deep.equal(["1", "60", 60]);
    place.itemsAbove = 200;
    fireEvent.scroll(window);
    expect(portraits()).to.deep.equal(["181", "240", 60]);
    place.itemsAbove = 300;
    fireEvent(window, new Event("resize"));
    expect(portraits()).to.deep.equal(["241", "360", 120]);
    for (const image of document.querySelectorAll("img")) {
      expect([image.alt, image.getAttribute("loading")]).to.deep.equal(["", "lazy"]);
    }
    screen.getByRole("link", { name: "Drifter 241" });
  });
});
