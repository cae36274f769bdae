import { screen } from "@testing-library/react";
import { expect } from "chai";
import { useOpenOn } from "../../../web/src/mint/useOpenOn.ts";
import { renderComponent } from "../../support/renderComponent.tsx";

describe("useOpenOn", () => {
  function Disclosure({ hasReason }: { hasReason: boolean }) {
    const [isOpen, setIsOpen] = useOpenOn(hasReason);
    return (
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Why
      </button>
    );
  }

  it("opens with a reason, each time there is one again, and can be closed meanwhile", async () => {
    const { rerender, press } = renderComponent(<Disclosure hasReason={false} />);
    const isOpen = () => screen.getByRole("button").getAttribute("aria-expanded") === "true";
    const seen = [isOpen()];
    rerender(<Disclosure hasReason />);
    seen.push(isOpen());
    await press("Why");
    seen.push(isOpen());
    rerender(<Disclosure hasReason />);
    seen.push(isOpen());
    rerender(<Disclosure hasReason={false} />);
    rerender(<Disclosure hasReason />);
    seen.push(isOpen());
    expect(seen).to.deep.equal([false, true, false, false, true]);
  });
});
