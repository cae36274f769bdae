import { fireEvent, screen } from "@testing-library/react";
import { expect } from "chai";
import { Link } from "react-router-dom";
import { renderComponent } from "../../support/web/renderComponent.tsx";

const { TokenSelector } = await import("../../../web/src/token/TokenSelector.tsx");

let address: () => string;

function openSelector() {
  const page = renderComponent(
    <>
      <TokenSelector />
      <Link to="/drifter/5">Five</Link>
    </>,
  );
  address = page.address;
  return page;
}

const field = () => screen.getByRole<HTMLInputElement>("spinbutton", { name: "Drifter ID" });

/** Types a number at a time in ms; returns the navigation type and the path. */
function type(text: string, atMilliseconds: number): string {
  // Safety: the prototype's setter exists; React intercepts assignments to the element itself.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") as {
    set(value: string): void;
  };
  set.call(field(), text);
  const event = new Event("input", { bubbles: true });
  Object.defineProperty(event, "timeStamp", { value: atMilliseconds });
  fireEvent(field(), event);
  return address();
}

describe("DrifterSelector", () => {
  it("adds a history entry immediately after the page changed by other means", async () => {
    const { follow, goBack } = openSelector();
    expect(type("7", 1_000)).to.equal("PUSH /drifter/7");
    await follow("Five");
    expect(type("56", 1_100)).to.equal("PUSH /drifter/56");
    expect(type("5", 1_200)).to.equal("REPLACE /drifter/5");
    expect(type("56", 1_300)).to.equal("REPLACE /drifter/56");
    await goBack();
    expect(type("57", 1_400)).to.equal("PUSH /drifter/57");
  });

  it("adds a history entry only after a two-second pause, and reports that 0 is not an ID", () => {
    openSelector();
    expect(type("7", 1_000)).to.equal("PUSH /drifter/7");
    expect(type("78", 2_999)).to.equal("REPLACE /drifter/78");
    expect(type("789", 4_999)).to.equal("PUSH /drifter/789");
    expect(type("0789", 5_000)).to.equal("PUSH /drifter/789");
    expect(type("", 5_100)).to.equal("REPLACE /");
    screen.getByText("Go to a drifter");
    type("00", 5_200);
    screen.getByText("The first ID is 1.");
  });

  for (const [data, inserted] of [
    ["7", "itself"],
    ["e", "itself"],
    ["x", ""],
    [" 12abc", "12"],
  ] as const) {
    it(`inserts ${inserted || "nothing"} when “${data}” is typed, even if the browser does not filter input`, () => {
      openSelector();
      const commands: unknown[] = [];
      Object.assign(document, { execCommand: (...args: unknown[]) => void commands.push(args) });
      const event = new InputEvent("beforeinput", { data, cancelable: true });
      field().dispatchEvent(event);
      const isWhole = inserted === "itself";
      expect([event.defaultPrevented, commands]).to.deep.equal([
        !isWhole,
        isWhole || inserted === "" ? [] : [["insertText", false, inserted]],
      ]);
    });
  }

  it("does not focus the field on a touch screen, where the keyboard would cover the page", () => {
    const { matchMedia } = window;
    Object.assign(window, { matchMedia: () => ({ matches: true }) });
    openSelector();
    Object.assign(window, { matchMedia });
    expect(document.activeElement).to.equal(document.body);
  });

  it("loses focus when the mouse wheel would change the number", () => {
    openSelector();
    expect(document.activeElement).to.equal(field());
    fireEvent.wheel(field());
    expect(document.activeElement).to.equal(document.body);
  });
});
