import { screen, waitFor } from "@testing-library/react";
import { expect } from "chai";
import type { Address } from "viem";
import { collectionConfig } from "#collection/collection.config.ts";
import { encodeCall } from "#sale/collectionCalls";
import {
  changeField,
  emptyDraft,
  type SaleDraft,
  settingField,
} from "../../../web/src/phases/saleDraft.ts";
import { simulationQueryOptions } from "../../../web/src/phases/saleQueries.ts";
import { lantern, saleFacts } from "../../support/saleFacts.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import {
  createQueryClient,
  inWallet,
  rejectRequests,
  renderComponent,
  stubResponses,
  words,
} from "../../support/web/renderComponent.tsx";

const { Calls } = await import("../../../web/src/phases/Calls.tsx");
const { planSale } = await import("../../../web/src/phases/salePlan.ts");
await import("../../../web/src/phases/SendCalls.tsx");

const ember = { name: "Ember", startingPoint: 200n, endPoint: 220n, currentCount: 3n };
const owner = hardhatAccount(7).address;
const state = { blockNumber: 9n, phases: [lantern, ember], sale: saleFacts({ owner }) };
// Minting stays on while the price falls and the phase changes.
const cheaper = changeField(emptyDraft, settingField("price"), "0.05", "0.08");
const usual = changeField(cheaper, settingField("phase"), "Ember", "Lantern");
const free = changeField(usual, settingField("price"), "0", "0.08");
const staysOn = "Minting stays on between these calls.";
const revert = { title: "NotOwner", cause: "You are not.", fix: "Be." };

interface Situation {
  draft?: SaleDraft;
  sent?: string[];
  isSimulated?: boolean;
  /** Index of the call that reverts. */
  reverts?: number;
  wallet?: Address;
}

/** Renders the calls for a visitor, by default without a wallet; `events` are what they have requested. */
function openCalls(situation: Situation) {
  const { isSimulated = true, reverts, sent = [], wallet: address } = situation;
  rejectRequests();
  const queryClient = createQueryClient(60_000);
  const events: string[] = [];
  const note = (event: string) => () => void events.push(event);
  const status = address ? "connected" : "disconnected";
  const wallet = { status, address, openDialog: note("open dialog") } as const;
  function node(draft: SaleDraft) {
    const plan = planSale(state, draft);
    const effects = plan.calls.map((call, index) => ({
      ...{ call, subject: `It ${index}`, before: `old ${index}`, after: `new ${index}` },
      ...(index === reverts && { revert }),
    }));
    const key = simulationQueryOptions(state, plan.calls).queryKey;
    const sale = saleFacts({ phase: ember, price: 5n * 10n ** 16n, maxBatch: 7n });
    // Safety: the page reads no other property of a revert.
    const data = { effects, after: { ...state, sale } } as never;
    if (isSimulated) queryClient.setQueryData(key, data);
    return inWallet(
      <Calls
        sale={state}
        plan={plan}
        sent={sent}
        onBusy={() => {}}
        onSent={note("sent")}
        onReorg={() => undefined}
        onPause={note("pause")}
        onChainChange={note("chain moved")}
      />,
      wallet,
    );
  }
  const page = renderComponent(node(situation.draft ?? usual), { queryClient });
  return { ...page, events, change: (draft: SaleDraft) => page.rerender(node(draft)) };
}

const itemsOf = (name: string) => {
  const list = screen.queryByRole("list", { name });
  return list && [...list.children].map(words);
};
const accept = () => screen.getByRole<HTMLInputElement>("checkbox");
const data = () => screen.queryByText("Call data for another wallet")?.closest("details");

describe("Calls", () => {
  it("numbers the remaining calls after the sent ones, in a labeled region", () => {
    openCalls({ sent: ["toggleMint()"] });
    screen.getByRole("region", { name: "Transactions to send" });
    expect(itemsOf("Sent")).to.deep.equal(["toggleMint()Sent and confirmed."]);
    expect(itemsOf("Calls")).to.deep.equal([
      "adjustPrice(0.05 ether)It 0: old 0 →becomes new 0",
      'changePhase("Ember")It 1: old 1 →becomes new 1',
    ]);
    for (const hidden of screen.getAllByText("→")) {
      expect(hidden.getAttribute("aria-hidden")).to.equal("true");
    }
    expect(screen.getByRole("list", { name: "Calls" }).getAttribute("start")).to.equal("2");
  });

  it("lets the owner pause minting or switch wallets, and shows everyone else the call data", async () => {
    const { press, events } = openCalls({});
    await press("Pause minting first");
    await press("Choose the wallet");
    expect(events).to.deep.equal(["pause", "open dialog"]);
    expect(words()).to.contain(
      "Afterwards, minting is on and “Ember” is the active phase, with 17 of 20 left, at 0.05 ETH, up to 7 per mint.",
    );
    expect(words()).to.contain(`Only the collection's owner, ${owner}, can send these.`);
    expect(itemsOf("Warnings")).to.deep.equal([staysOn]);
    expect(data()?.open).to.equal(true);
    const { calls } = planSale(state, usual);
    const copies: [name: string, text: string][] = [
      ["Copy data of call 2", encodeCall(calls[1] ?? expect.fail("One call."))],
      ["Copy address", pageSettings.contract],
    ];
    for (const [name, text] of copies) {
      await press(name);
      expect(await navigator.clipboard.readText()).to.equal(text);
    }
    await press("Copy all as JSON");
    const description = 'adjustPrice(0.05 ether); changePhase("Ember")';
    expect(JSON.parse(await navigator.clipboard.readText())).to.deep.equal({
      ...{ version: "1.0", chainId: "31337", meta: { name: collectionConfig.name, description } },
      transactions: calls.map((call) => {
        return { to: pageSettings.contract, value: "0", data: encodeCall(call) };
      }),
    });
  });

  it("lets the owner send the next call once every warning is accepted", async () => {
    const { user, change } = openCalls({ wallet: owner, sent: ["toggleMint()"] });
    const send = await screen.findByRole<HTMLButtonElement>("button", {
      name: "Send call 2 of 3",
    });
    expect([send.disabled, data()?.open]).to.deep.equal([true, false]);
    for (const isAccepted of [true, false, true]) {
      await user.click(accept());
      expect([send.disabled, accept().checked]).to.deep.equal([!isAccepted, isAccepted]);
    }
    change(free);
    expect(itemsOf("Warnings")).to.deep.equal(["Price 0 makes every mint free.", staysOn]);
    expect([send.disabled, accept().checked]).to.deep.equal([true, false]);
    await user.click(accept());
    expect([send.disabled, accept().checked]).to.deep.equal([false, true]);
    const calls: unknown[] = [];
    stubResponses(async (_, init) => {
      const { id, method, params } = JSON.parse(String(init?.body));
      if (method === "eth_call") calls.push(params[0]);
      const error = { code: 3, message: "execution reverted" };
      const response = method === "eth_blockNumber" ? { result: "0x9" } : { error };
      return Response.json({ jsonrpc: "2.0", id, ...response });
    });
    await user.click(send);
    await screen.findByRole("alert");
    const [first] = planSale(state, free).calls;
    expect(calls).to.deep.equal([
      {
        from: owner,
        to: pageSettings.contract,
        data: encodeCall(first ?? expect.fail("No call.")),
      },
    ]);
  });

  it("sends no call when one reverts", async () => {
    openCalls({ wallet: owner, reverts: 1 });
    expect(itemsOf("Calls")?.[1]).to.equal(
      'changePhase("Ember")This call reverts with NotOwner. You are not. Be.',
    );
    screen.getByText("Fix the issues above first.");
    expect(words()).not.to.match(/Afterwards|Pause minting first|Minting stays on|Send/);
    expect(data()).to.equal(undefined);
  });

  it("reports that there is nothing to send, or that all calls were sent", () => {
    const textAfter = (...sent: string[]) => {
      const { unmount } = openCalls({ draft: emptyDraft, sent });
      const text = words(screen.getByRole("region"));
      unmount();
      return text;
    };
    expect(textAfter()).to.equal("Transactions to sendNo changes to send.");
    expect(textAfter("toggleMint()")).to.equal(
      "Transactions to sendtoggleMint()Sent and confirmed.All changes are on chain.",
    );
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
