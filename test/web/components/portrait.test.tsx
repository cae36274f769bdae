import { mock } from "node:test";
import { act, fireEvent, screen } from "@testing-library/react";
import { expect } from "chai";
import { renderComponent } from "../../support/renderComponent.tsx";

const { Portrait } = await import("../../../web/src/drifter/Portrait.tsx");

const image = () => screen.getByRole<HTMLImageElement>("img", { name: "Mara" });
const isMissing = () => image().closest<HTMLElement>("[data-missing]")?.dataset.missing;

describe("Portrait", () => {
  it("is loaded again after longer and longer pauses when it is awaited", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    renderComponent(<Portrait drifterId="7" alt="Mara" isAwaited />);
    expect([isMissing(), image().getAttribute("loading")]).to.deep.equal(["false", "eager"]);
    expect(image().getAttribute("src")).to.contain("7");
    for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000]) {
      const before = image();
      act(() => mock.timers.tick(1_000_000));
      expect(image()).to.equal(before);
      fireEvent.error(before);
      expect(isMissing()).to.equal("true");
      act(() => mock.timers.tick(pause - 1));
      expect(image()).to.equal(before);
      act(() => mock.timers.tick(1));
      expect(image()).not.to.equal(before);
    }
    const last = image();
    fireEvent.error(last);
    act(() => mock.timers.tick(1_000_000));
    expect(image()).to.equal(last);
    fireEvent.load(last);
    expect(isMissing()).to.equal("false");
  });
});
