import { mock } from "node:test";
import { act, fireEvent, screen } from "@testing-library/react";
import { expect } from "chai";
import { Link } from "react-router-dom";
import { useScrollToTop } from "../../../web/src/page/usePage.ts";
import { renderComponent, words } from "../../support/web/renderComponent.tsx";

const { lazily } = await import("../../../web/src/components/lazily.tsx");
const { SearchField } = await import("../../../web/src/components/SearchField.tsx");

describe("the frame of every page", () => {
  it("scrolls to the top after a link is followed, and leaves the position to the browser after Back", async () => {
    const scrolled = mock.method(window, "scrollTo", () => {});
    function Page() {
      useScrollToTop();
      return <Link to="/stories">Stories</Link>;
    }
    const { follow, goBack } = renderComponent(<Page />);
    expect(scrolled.mock.callCount()).to.equal(0);
    await follow("Stories");
    expect(scrolled.mock.calls.map((call) => call.arguments)).to.deep.equal([[0, 0]]);
    await goBack();
    expect(scrolled.mock.callCount()).to.equal(1);
  });
});

describe("a part of the page whose code fails to load", () => {
  it("can be loaded again", async () => {
    mock.method(console, "error", () => {});
    const attempts = [Promise.reject(new Error("Offline.")), { default: () => <p>Here.</p> }];
    const Part = lazily(async () => attempts.shift() ?? expect.fail("It is loaded already."));
    const { press } = renderComponent(<Part />);
    expect(words(await screen.findByRole("alert"))).to.contain("This part of the page failed");
    await press("Try again");
    await screen.findByText("Here.");
    expect(screen.queryByRole("alert")).to.equal(null);
  });
});

describe("a search field", () => {
  it("searches for the text without outer spaces, once, after a pause in typing", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const searched: unknown[][] = [];
    const onSearch = (...args: unknown[]) => searched.push(args);
    renderComponent(<SearchField query="" label="Search" hint="Words" onSearch={onSearch} />);
    const field = screen.getByRole("searchbox");
    fireEvent.change(field, { target: { value: "  as" } });
    act(() => mock.timers.tick(299));
    fireEvent.change(field, { target: { value: "  ash " } });
    act(() => mock.timers.tick(299));
    expect(searched).to.deep.equal([]);
    act(() => mock.timers.tick(1));
    expect(searched).to.deep.equal([["ash", false]]);
    fireEvent.change(field, { target: { value: "ash wind" } });
    act(() => mock.timers.tick(300));
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: "salt" } });
    act(() => mock.timers.tick(300));
    expect(searched.slice(1)).to.deep.equal([
      ["ash wind", true],
      ["salt", false],
    ]);
  });
});
