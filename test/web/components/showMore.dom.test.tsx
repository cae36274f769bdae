import { mock } from "node:test";
import { screen } from "@testing-library/react";
import { expect } from "chai";
import { useRef } from "react";
import { renderComponent } from "../../support/web/renderComponent.tsx";

const { ShowMore } = await import("../../../web/src/components/ShowMore.tsx");

/** Keeps the end of the list in view. */
class EndInView {
  readonly #report: IntersectionObserverCallback;
  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }
  static open = 0;
  observe() {
    EndInView.open += 1;
    // Safety: the component reads nothing else.
    this.#report([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
  }
  disconnect() {
    EndInView.open -= 1;
  }
}

interface ListProps {
  length: number;
  isFetching?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage: () => void;
}

function List({ length, ...pages }: ListProps) {
  const list = useRef<HTMLOListElement>(null);
  return (
    <>
      <ol ref={list}>
        {Array.from({ length }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes.
          <li key={index} data-index={index}>
            <a href={`/drifter/${index}`}>{index}</a>
          </li>
        ))}
      </ol>
      <ShowMore
        href={`/drifters?cursor=${length}`}
        pages={{ isFetching: false, isFetchNextPageError: false, ...pages }}
        list={list}
        length={length}
      />
    </>
  );
}

describe("Show more", () => {
  const { IntersectionObserver: own } = globalThis;
  before(() => Object.assign(globalThis, { IntersectionObserver: EndInView }));
  after(() => Object.assign(globalThis, { IntersectionObserver: own }));

  it("loads further pages automatically after the first press, but not after a failure", async () => {
    const fetchNextPage = mock.fn();
    const requests = () => fetchNextPage.mock.callCount();
    const { follow, rerender, unmount } = renderComponent(
      <List {...{ length: 2, fetchNextPage }} />,
    );
    expect(requests()).to.equal(0);
    await follow("Show more");
    rerender(<List {...{ length: 2, isFetching: true, fetchNextPage }} />);
    const requested = requests();
    await follow("Loading…");
    expect(requests()).to.equal(requested);
    rerender(<List {...{ length: 4, fetchNextPage }} />);
    expect(requests()).to.equal(requested + 1);
    rerender(<List {...{ length: 4, isFetching: true, fetchNextPage }} />);
    rerender(<List {...{ length: 4, isFetchNextPageError: true, fetchNextPage }} />);
    expect(requests()).to.equal(requested + 1);
    await follow("Show more");
    expect(requests()).to.equal(requested + 2);
    unmount();
    expect(EndInView.open).to.equal(0);
  });

  it("moves the focus to the first new item once per press", async () => {
    const fetchNextPage = () => undefined;
    const { follow, rerender } = renderComponent(<List {...{ length: 2, fetchNextPage }} />);
    await follow("Show more");
    rerender(<List {...{ length: 4, fetchNextPage }} />);
    expect(document.activeElement?.textContent).to.equal("2");
    screen.getByRole("link", { name: "0" }).focus();
    rerender(<List {...{ length: 6, fetchNextPage }} />);
    expect(document.activeElement?.textContent).to.equal("0");
  });
});
