import { screen } from "@testing-library/react";
import { expect } from "chai";
import type { CallsSimulation } from "#protocol/sale/simulateCalls";
import { changeSetting, emptyDraft } from "../../../web/src/phases/saleDraft.ts";
import type { SalePlan } from "../../../web/src/phases/salePlan.ts";
import { type SaleAtBlock, simulationQueryOptions } from "../../../web/src/phases/saleQueries.ts";
import { WalletContext } from "../../../web/src/wallet/useWallet.ts";
import {
  answerFetch,
  createQueryClient,
  refuseRequests,
  renderComponent,
  words,
} from "../../support/renderComponent.tsx";
import { lantern, saleFacts } from "../../support/saleFacts.ts";

const { Calls } = await import("../../../web/src/phases/Calls.tsx");
const { planSale } = await import("../../../web/src/phases/salePlan.ts");

const ember = { name: "Ember", startingPoint: 200n, endPoint: 300n, currentCount: 0n };
const sale: SaleAtBlock = { blockNumber: 9n, phases: [lantern, ember], sale: saleFacts() };
/** A lower price and another phase: minting stays on between the two calls. */
const plan = planSale(
  sale,
  changeSetting(changeSetting(emptyDraft, "price", "0.05", "0.08"), "phase", "Ember", lantern.name),
);

interface Situation {
  sent?: readonly string[];
  /** The plan's calls, all of which succeed; otherwise they cannot be simulated. */
  isSimulated?: boolean;
  planned?: SalePlan;
}

function openCalls({ sent = [], isSimulated = true, planned = plan }: Situation = {}) {
  refuseRequests();
  const events: string[] = [];
  const queryClient = createQueryClient(60_000);
  if (isSimulated) {
    const effect = { subject: "It", before: "old", after: "new" };
    const simulation: CallsSimulation = {
      effects: planned.calls.map((call) => ({ call, ...effect })),
      after: sale,
    };
    queryClient.setQueryData(simulationQueryOptions(sale, planned.calls).queryKey, simulation);
  }
  const page = renderComponent(
    <WalletContext
      value={{ status: "disconnected", openDialog: () => events.push("dialog"), preload() {} }}
    >
      <Calls
        sale={sale}
        plan={planned}
        sent={sent}
        onBusy={() => {}}
        onSent={() => {}}
        onPause={() => events.push("pause")}
        onChainMoved={() => {}}
      />
    </WalletContext>,
    { queryClient },
  );
  return { ...page, events };
}

describe("Calls", () => {
  it("is a region named by its title, with numbered lists of what was sent and what comes", () => {
    openCalls({ sent: ["toggleMint()"] });
    screen.getByRole("region", { name: "Transactions to send" });
    const sent = screen.getByRole("list", { name: "Sent" });
    expect(words(sent)).to.equal("1toggleMint()Sent and confirmed.");
    const next = screen.getByRole<HTMLOListElement>("list", { name: "Calls" });
    expect([next.start, next.children.length]).to.deep.equal([2, 2]);
    expect(words(next)).to.match(/^2adjustPrice\(.+3changePhase\(/);
    expect(words()).not.to.contain("All changes are on chain.");
    // Screen readers number the items themselves, and read "becomes" for the arrow.
    const hidden = [...document.querySelectorAll("[aria-hidden=true]")];
    expect(hidden.map(({ textContent }) => textContent)).to.deep.equal(["1", "2", "→", "3", "→"]);
    for (const item of next.children) expect(words(item)).to.contain("It: old →becomes new");
  });

  it("pauses minting first when that is pressed", async () => {
    const { press, events } = openCalls();
    await press("Pause minting first");
    expect(events).to.deep.equal(["pause"]);
  });

  it("opens the wallet dialog for the collection's owner", async () => {
    const { press, events } = openCalls();
    expect(words()).to.contain(sale.sale.owner);
    await press("Choose the wallet");
    expect(events).to.deep.equal(["dialog"]);
  });

  it("reports that the calls cannot be simulated, and tries again", async () => {
    const { press } = openCalls({ isSimulated: false });
    const alert = await screen.findByRole("alert");
    expect(words(alert)).to.contain("Can't reach the network to simulate these transactions.");
    expect(words()).to.contain("Simulating…").and.not.to.contain("Afterwards");
    expect(screen.queryByRole("button", { name: "Choose the wallet" })).to.equal(null);
    let requests = 0;
    answerFetch(async () => {
      requests += 1;
      return Response.error();
    });
    await press("Try again");
    expect(requests).to.be.greaterThan(0);
  });

  it("reports when all calls are sent", () => {
    openCalls({ sent: ["toggleMint()"], planned: planSale(sale, emptyDraft) });
    expect(words(screen.getByRole("status"))).to.equal("All changes are on chain.");
    expect(words()).not.to.contain("No changes to send.");
    expect(screen.queryByRole("list", { name: "Calls" })).to.equal(null);
  });
});
