import { mock } from "node:test";
import { act } from "@testing-library/react";
import { expect } from "chai";
import { formatCall } from "#protocol/collectionCalls";
import { useSettledCalls } from "../../../web/src/phases/useSettledCalls.ts";
import { renderComponent, words } from "../../support/renderComponent.tsx";

describe("useSettledCalls", () => {
  function Settled({ most }: { most: readonly bigint[] }) {
    const calls = most.map((each) => ({ functionName: "adjustMaxBatch", args: [each] }) as const);
    const settled = useSettledCalls(calls);
    return `${settled.calls.map(formatCall)} ${settled.isSettled}`;
  }

  it("has the calls 250 ms after the last change, and then rests", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { rerender } = renderComponent(<Settled most={[5n]} />);
    expect(words()).to.equal("adjustMaxBatch(5) true");
    rerender(<Settled most={[6n]} />);
    act(() => mock.timers.tick(249));
    rerender(<Settled most={[7n]} />);
    act(() => mock.timers.tick(249));
    expect(words()).to.equal("adjustMaxBatch(5) false");
    act(() => mock.timers.tick(1));
    expect(words()).to.equal("adjustMaxBatch(7) true");
    const timers = mock.method(globalThis, "setTimeout");
    rerender(<Settled most={[7n]} />);
    expect(timers.mock.callCount()).to.equal(0);
  });
});
