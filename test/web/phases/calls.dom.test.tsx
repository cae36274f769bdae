import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "chai";
import { changeField, emptyDraft, settingField } from "../../../web/src/phases/saleDraft.ts";
import { simulationQueryOptions } from "../../../web/src/phases/saleQueries.ts";
import { WalletContext } from "../../../web/src/wallet/useWallet.ts";
import { lantern, saleFacts } from "../../support/saleFacts.ts";
import {
  createQueryClient,
  rejectRequests,
  renderComponent,
  stubResponses,
  words,
} from "../../support/web/renderComponent.tsx";

const { Calls } = await import("../../../web/src/phases/Calls.tsx");
const { planSale } = await import("../../../web/src/phases/salePlan.ts");

const ember = { name: "Ember", startingPoint: 200n, endPoint: 220n, currentCount: 0n };
const state = { blockNumber: 9n, phases: [lantern, ember], sale: saleFacts() };
// Minting stays on while the price falls and the phase changes.
const cheaper = changeField(emptyDraft, settingField("price"), "0.05", "0.08");
const draft = changeField(cheaper, settingField("phase"), "Ember", "Lantern");

/** Renders the calls for a visitor without a wallet; `events` are what they have requested. */
function openCalls({ sent = [], isSimulated = true }: { sent?: string[]; isSimulated?: boolean }) {
  rejectRequests();
  const plan = planSale(state, draft);
  const queryClient = createQueryClient(60_000);
  if (isSimulated) {
    const effects = plan.calls.map((call) => ({
      call,
      subject: "It",
      before: "old",
      after: "new",
    }));
    queryClient.setQueryData(simulationQueryOptions(state, plan.calls).queryKey, {
      effects,
      after: { ...state, sale: saleFacts({ phase: ember, price: 5n * 10n ** 16n, maxBatch: 7n }) },
    });
  }
  const events: string[] = [];
  const note = (event: string) => () => void events.push(event);
  const wallet = {
    status: "disconnected",
    openDialog: note("open dialog"),
    preload() {},
  } as const;
  const page = renderComponent(
    <WalletContext value={wallet}>
      <Calls
        sale={state}
        plan={plan}
        sent={sent}
        onBusy={note("busy")}
        onSent={note("sent")}
        onPause={note("pause")}
        onChainMoved={note("chain moved")}
      />
    </WalletContext>,
    { queryClient },
  );
  return { ...page, events };
}

describe("Calls", () => {
  it("numbers the remaining calls after those already sent, in a labeled region", () => {
    openCalls({ sent: ["toggleMint()"] });
    const region = screen.getByRole("region", { name: "Transactions to send" });
    const lists = ["Sent", "Calls"].map((name) =>
      within(within(region).getByRole("list", { name }))
        .getAllByRole("listitem")
        .map((item) => words(item)),
    );
    expect(lists).to.deep.equal([
      ["toggleMint()Sent and confirmed."],
      [
        "adjustPrice(50000000000000000)It: old →becomes new",
        'changePhase("Ember")It: old →becomes new',
      ],
    ]);
    for (const hidden of screen.getAllByText("→")) {
      expect(hidden.getAttribute("aria-hidden")).to.equal("true");
    }
    expect(screen.getByRole("list", { name: "Calls" }).getAttribute("start")).to.equal("2");
  });

  it("offers to pause minting, and to choose the owner's wallet", async () => {
    const { press, events } = openCalls({});
    await press("Pause minting first");
    await press("Choose the wallet");
    expect(events).to.deep.equal(["pause", "open dialog"]);
    expect(words()).to.contain(
      "“Ember” is the active phase, with 20 of 20 left, at 0.05 ETH, up to 7",
    );
    expect(words()).to.contain(`Only the collection's owner, ${state.sale.owner}, can send these.`);
  });

  it("alerts after a failed simulation, and simulates again on request", async () => {
    const { press } = openCalls({ isSimulated: false });
    expect(words()).to.contain("Simulating…");
    const alert = await screen.findByRole("alert");
    expect(words(alert)).to.contain("Can't reach the network to simulate these transactions.");
    let requests = 0;
    stubResponses(async () => {
      requests += 1;
      return Response.json({ jsonrpc: "2.0", id: 1, error: { code: 3, message: "reverted" } });
    });
    await press("Try again");
    await waitFor(() => expect(requests).to.be.above(0));
  });
});
