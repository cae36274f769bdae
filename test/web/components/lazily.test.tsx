import { screen } from "@testing-library/react";
import { expect } from "chai";
import { renderComponent, words } from "../../support/renderComponent.tsx";

const { lazily } = await import("../../../web/src/components/lazily.tsx");
const { ErrorBoundary } = await import("../../../web/src/components/ErrorBoundary.tsx");

interface Props {
  name: string;
}

/** A component whose code fails to load as often as told; `loads` counts the attempts. */
function afterFailures(failures: number, Component = ({ name }: Props) => <b>{name}</b>) {
  const counter = { loads: 0 };
  async function load() {
    counter.loads += 1;
    if (counter.loads <= failures) throw new TypeError("Failed to fetch");
    return { default: Component };
  }
  const fallback = ({ name }: Props) => <i>{name} is on its way.</i>;
  return { counter, Part: lazily<Props>(load, { fallback }) };
}

const failure = "This part of the page failed to load. Check your connection, then try again.";

describe("lazily", () => {
  it("tries again in place, as often as wanted", async () => {
    const { Part, counter } = afterFailures(2);
    const { press } = renderComponent(<Part name="Ash" />);
    expect(words()).to.equal("Ash is on its way.");
    for (let time = 1; time <= 2; time += 1) {
      // React reveals content at most every 300 ms.
      await screen.findByText(failure);
      expect(words()).to.equal(`Ash is on its way.${failure}Try again`);
      expect(counter.loads).to.equal(time);
      await press("Try again");
    }
    await screen.findByText("Ash");
  });

  it("tries again at the next visit, and after a preload that failed", async () => {
    const { Part, counter } = afterFailures(2);
    await Part.preload();
    const { unmount } = renderComponent(<Part name="Ash" />);
    await screen.findByText(failure);
    unmount();
    renderComponent(<Part name="Ash" />);
    await screen.findByText("Ash");
    expect(counter.loads).to.equal(3);
  });

  it("leaves an error of the component itself to the boundary above", async () => {
    const { Part } = afterFailures(0, () => {
      throw new Error("A fault.");
    });
    renderComponent(
      <ErrorBoundary fallback={<b>Broken</b>}>
        <Part name="Ash" />
      </ErrorBoundary>,
    );
    await screen.findByText("Broken");
  });
});
