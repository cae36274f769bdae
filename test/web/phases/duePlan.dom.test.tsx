import { fireEvent, screen } from "@testing-library/react";
import { expect } from "chai";
import type { PlannedPhase } from "#protocol/wire/responses";
import { formatCall } from "#sale/collectionCalls";
import { lantern, saleFacts } from "../../support/saleFacts.ts";
import { renderComponent, words } from "../../support/web/renderComponent.tsx";

const { DuePlan } = await import("../../../web/src/phases/DuePlan.tsx");

const opensAt = "2027-01-15T08:00:00Z";
const closesAt = "2027-01-15T09:00:00Z";

/** Shows what is due at a time, for the active phase with changed terms. */
function open(time: string, terms: Partial<PlannedPhase> = {}) {
  const timestamp = BigInt(Date.parse(time) / 1_000);
  const sale = saleFacts({ timestamp, isMinting: true });
  const { phase, price, maxBatch } = sale;
  const drafted: unknown[] = [];
  const planned: PlannedPhase = {
    name: phase.name,
    startingPoint: Number(phase.startingPoint),
    endPoint: Number(phase.endPoint),
    price: String(price),
    maxPerMint: Number(maxBatch),
    ...{ opensAt, closesAt, ...terms },
  };
  renderComponent(
    <DuePlan
      sale={{ blockNumber: 9n, phases: [lantern], sale }}
      planned={[planned]}
      isBusy={false}
      onDraft={(calls) => drafted.push(calls.map(formatCall))}
    />,
  );
  return drafted;
}
const listed = (name: string) =>
  [...screen.getByRole("list", { name }).querySelectorAll("code")].map((code) => words(code));

describe("DuePlan", () => {
  it("lists the calls that are due later when the sale is as planned", () => {
    open(opensAt);
    screen.getByText("No calls are due: the sale is as planned.");
    expect(listed("the sale ends")).to.deep.equal(["closeSale()"]);
    expect(document.querySelector("time")?.dateTime).to.equal(closesAt);
  });

  it("lists the calls that are due now, by the chain's time", () => {
    open(closesAt);
    expect(listed("Due now")).to.deep.equal(["closeSale()"]);
    expect(screen.queryByRole("list", { name: "the sale ends" })).to.equal(null);
  });

  it("lists the calls for changed terms between two calls that pause minting", () => {
    open(opensAt, { maxPerMint: 7 });
    expect(listed("Due now")).to.deep.equal(["closeSale()", "adjustMaxBatch(7)", "openSale()"]);
  });

  it("drafts the calls that are due now", () => {
    const drafted = open(opensAt, { endPoint: 131, maxPerMint: 7 });
    fireEvent.click(screen.getByRole("button", { name: "Draft these calls" }));
    expect(drafted).to.deep.equal([
      ['adjustPhases("Lantern", 101, 131)', "toggleMint()", "adjustMaxBatch(7)", "toggleMint()"],
    ]);
  });

  it("reports why the contract would reject the calls", () => {
    open(opensAt, { startingPoint: 111 });
    expect(words(screen.getByRole("list", { name: "Issues of the plan" }))).to.contain("Lantern");
  });
});
