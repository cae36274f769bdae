import { screen } from "@testing-library/react";
import { expect } from "chai";
import type { FocusState } from "../../../web/src/components/focusRules.ts";
import { renderComponent } from "../../support/renderComponent.tsx";

const { useFocusRules } = await import("../../../web/src/components/focusRules.ts");

/** Every control of a task, in another order than that of preference. */
const controls = [
  "quantity",
  "new drifters",
  "removal",
  "remove now",
  "remove",
  "save",
  "sign",
  "mint",
  "text",
  "retry",
  "edit",
  "send",
];

function Task({ state, disabled }: { state: FocusState; disabled: readonly string[] }) {
  useFocusRules(state);
  return controls.map((control) => (
    <button
      key={control}
      type="button"
      data-focus-target={control}
      disabled={disabled.includes(control)}
    >
      {control}
    </button>
  ));
}

/** Changes a task from one state to another; returns the control with the focus. */
function focusAfter(from: FocusState, to: FocusState, disabled: readonly string[] = []) {
  const { rerender } = renderComponent(<Task state={from} disabled={disabled} />);
  rerender(<Task state={to} disabled={disabled} />);
  return document.activeElement?.getAttribute("data-focus-target") ?? undefined;
}

describe("the focus", () => {
  const moves: [from: FocusState, to: FocusState, control: string | undefined][] = [
    ["reading", "writing", "text"],
    ["reading", "loading", undefined],
    ["loading", "writing", "text"],
    ["loading", "not loaded", "retry"],
    ["not loaded", "writing", "text"],
    ["not loaded", "loading", undefined],
    ["not loaded", "reading", "edit"],
    ["loading", "reading", "edit"],
    ["writing", "reading", "edit"],
    ["saving", "reading", undefined],
    ["writing", "signing", undefined],
    ["writing", "signed", "save"],
    ["signing", "signed", "save"],
    ["signing", "writing", "sign"],
    ["signed", "writing", "sign"],
    ["signed", "saving", undefined],
    ["saving", "signed", "save"],
    ["keeping", "asking to remove", "removal"],
    ["asking to remove", "keeping", "remove"],
    ["asking to remove", "removing", undefined],
    ["removing", "asking to remove", "remove now"],
    ["choosing", "minting", undefined],
    ["minting", "not minted", "mint"],
    ["minting", "unanswered", "mint"],
    ["minting", "choosing", "mint"],
    ["unanswered", "choosing", "mint"],
    ["not minted", "choosing", "mint"],
    ["choosing", "minted", "new drifters"],
    ["minting", "minted", "new drifters"],
    ["unanswered", "minted", "new drifters"],
    ["not minted", "minted", "new drifters"],
    ["minted", "choosing", "quantity"],
    ["planning", "sending", undefined],
    ["sending", "planning", "send"],
  ];
  for (const [from, to, control] of moves) {
    it(`${control ? `moves to “${control}”` : "stays"} from “${from}” to “${to}”`, () => {
      expect(focusAfter(from, to)).to.equal(control);
    });
  }

  for (const [from, to] of [
    ["minting", "not minted"],
    ["minting", "unanswered"],
    ["not minted", "choosing"],
  ] as const) {
    it(`moves to the quantity from “${from}” to “${to}” if Mint is disabled`, () => {
      expect(focusAfter(from, to, ["mint"])).to.equal("quantity");
    });
  }

  it("stays on another control that a person has focused meanwhile", () => {
    const { rerender } = renderComponent(<Task state="signing" disabled={[]} />);
    const other = screen.getByRole("button", { name: "remove" });
    other.focus();
    rerender(<Task state="signed" disabled={[]} />);
    expect(document.activeElement).to.equal(other);
    rerender(<Task state="minting" disabled={[]} />);
    rerender(<Task state="minted" disabled={[]} />);
    expect(document.activeElement?.textContent).to.equal("new drifters");
  });
});
