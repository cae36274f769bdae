import { mock } from "node:test";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "chai";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import { explorerPage } from "../../../web/src/chain/explorerPage.ts";
import { useScrollToTop } from "../../../web/src/page/usePage.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import { renderComponent, words } from "../../support/web/renderComponent.tsx";

const { lazily } = await import("../../../web/src/components/lazily.tsx");
const { ErrorBoundary } = await import("../../../web/src/components/ErrorBoundary.tsx");
const { ShareButton } = await import("../../../web/src/components/CopyButton.tsx");
const { NotSaved } = await import("../../../web/src/components/NotSaved.tsx");
const { Notice } = await import("../../../web/src/components/Notice.tsx");
const { SearchField } = await import("../../../web/src/components/SearchField.tsx");

describe("page frame", () => {
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

describe("lazy component", () => {
  it("offers a reload only for code that failed to load", async () => {
    mock.method(console, "error", () => {});
    const attempts = [Promise.reject(new Error("Offline.")), { default: () => <p>Here.</p> }];
    const Part = lazily(async () => attempts.shift() ?? expect.fail("It is loaded already."));
    const { press } = renderComponent(<Part />);
    expect(words(await screen.findByRole("alert"))).to.contain("This part of the page failed");
    await press("Try again");
    await screen.findByText("Here.");
    expect(screen.queryByRole("alert")).to.equal(null);
    const Broken = lazily(async () => ({ default: () => expect.fail("An error of its own.") }));
    renderComponent(
      <ErrorBoundary fallback="It is broken.">
        <Broken />
      </ErrorBoundary>,
    );
    await screen.findByText("It is broken.");
  });
});

describe("shared page components", () => {
  const shown = (part: ReactElement) => {
    const { container, unmount } = renderComponent(part);
    const found = [words(container), container.querySelector(".notice")?.getAttribute("role")];
    unmount();
    return found;
  };

  it("alerts only for alarming notices, and warns only while storage is unavailable", () => {
    const notices = (["calm", "warning", "alert"] as const).map((tone) => (
      <Notice key={tone} tone={tone}>
        {tone}
      </Notice>
    ));
    expect(notices.map((notice) => shown(notice)[1])).to.deep.equal([null, null, "alert"]);
    const notSaved = <NotSaved>It is lost.</NotSaved>;
    expect(shown(notSaved)[0]).to.equal("");
    mock.getter(globalThis, "localStorage", () => null);
    const warning = "Your browser isn't saving anything you do here. It is lost.";
    expect(shown(notSaved)).to.deep.equal([warning, null]);
    mock.reset();
  });

  it("shares absolute URLs, and links to the explorer", async () => {
    const { press } = renderComponent(<ShareButton path="/drifter/7" />);
    await press("Copy link");
    expect(await navigator.clipboard.readText()).to.equal("http://localhost/drifter/7");
    const explorer = { name: "Scan", url: "https://scan.example/" };
    Object.assign(pageSettings.chain, { blockExplorers: { default: explorer } });
    const page = explorerPage("tx/0x1");
    Reflect.deleteProperty(pageSettings.chain, "blockExplorers");
    expect(page).to.deep.equal({ name: "Scan", url: "https://scan.example/tx/0x1" });
  });
});

describe("share button", () => {
  const shareOf = async (isReadable: boolean, canShareFiles: boolean) => {
    const shared: ShareData[] = [];
    mock.method(
      globalThis,
      "fetch",
      async () => new Response("card", { status: isReadable ? 200 : 404 }),
    );
    const share = async (data: ShareData) => void shared.push(data);
    Object.assign(navigator, { share, canShare: () => canShareFiles });
    const { press, unmount } = renderComponent(<ShareButton path="/drifter/7" image="/card.jpg" />);
    try {
      await press("Share");
      await waitFor(() => expect(shared.length).to.equal(1));
    } finally {
      unmount();
      mock.reset();
      for (const name of ["share", "canShare"]) Reflect.deleteProperty(navigator, name);
    }
    return shared.map(({ url, files = [] }) => [
      url,
      ...files.map(({ name, type }) => [name, type]),
    ]);
  };

  it("shares the page with its image, and only the page if the image or the browser fails", async () => {
    const url = "http://localhost/drifter/7";
    expect(await shareOf(true, true)).to.deep.equal([[url, ["card.jpg", "image/jpeg"]]]);
    expect(await shareOf(true, false)).to.deep.equal([[url]]);
    expect(await shareOf(false, true)).to.deep.equal([[url]]);
  });
});

describe("search field", () => {
  it("debounces typing and searches once for the trimmed text", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const searched: unknown[][] = [];
    const onSearch = (...args: unknown[]) => searched.push(args);
    const given = { label: "Search", hint: "Words", onSearch };
    const { rerender } = renderComponent(<SearchField query="" {...given} />);
    const field = screen.getByRole<HTMLInputElement>("searchbox");
    fireEvent.change(field, { target: { value: "  as" } });
    act(() => mock.timers.tick(299));
    fireEvent.change(field, { target: { value: "  ash " } });
    act(() => mock.timers.tick(299));
    expect(searched).to.deep.equal([]);
    act(() => mock.timers.tick(1));
    expect(searched).to.deep.equal([["ash", false]]);
    rerender(<SearchField query="ash" {...given} />);
    expect(field.value).to.equal("  ash ");
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
