import { screen, waitFor } from "@testing-library/react";
import { expect } from "chai";
import type { ComponentProps } from "react";
import { type Address, encodeAbiParameters } from "viem";
import { encodeCall } from "#sale/collectionCalls";
import type { SaleCall } from "#sale/saleCalls";
import { tabStore } from "../../../web/src/page/storage.ts";
import { changeField, emptyDraft, settingField } from "../../../web/src/phases/saleDraft.ts";
import type { Sighting } from "../../../web/src/transactions/transaction.ts";
import { transactionStore } from "../../../web/src/transactions/transactionStore.ts";
import { lantern, saleFacts } from "../../support/saleFacts.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import { sent } from "../../support/web/purchase.ts";
import {
  button,
  inWallet,
  renderComponent,
  settle,
  stubResponses,
  words,
} from "../../support/web/renderComponent.tsx";

const { Planner } = await import("../../../web/src/phases/Planner.tsx");
const { default: SendCalls } = await import("../../../web/src/phases/SendCalls.tsx");

const toggle: SaleCall = { functionName: "toggleMint", args: [] };
const five: SaleCall = { functionName: "adjustMaxBatch", args: [5n] };

/** The button on a page that saw minting on at block 9. */
function sending(props: Partial<ComponentProps<typeof SendCalls>>) {
  const ignore = () => {};
  return (
    <SendCalls
      owner={hardhatAccount(0).address}
      next={five}
      isAccepted
      number={2}
      total={3}
      displayedBlock={9n}
      isMinting
      onBusy={ignore}
      onSent={ignore}
      onReorg={ignore}
      onChainChange={ignore}
      {...props}
    />
  );
}

interface Situation {
  next?: SaleCall | undefined;
  isAccepted?: boolean;
  /** Whether minting is on now; undefined while the chain cannot be read. */
  isMintingNow?: boolean | undefined;
  /** Until then the node does not respond. */
  held?: Promise<void>;
}

/** Renders the button. Every simulation reverts, so no wallet gets a request. */
function openCalls({ next, isAccepted = true, held, ...chain }: Situation) {
  const events: string[] = [];
  const now = { ...chain };
  stubResponses(async (_, init) => {
    // Safety: the page's client posts one request at a time.
    const { id, method, params } = JSON.parse(String(init?.body)) as {
      id: number;
      method: string;
      params: { from?: string }[];
    };
    if (method === "eth_blockNumber") return Response.json({ jsonrpc: "2.0", id, result: "0x9" });
    const isRead = params[0]?.from === undefined;
    events.push(isRead ? "reads" : "simulates");
    await held;
    if (isRead && now.isMintingNow !== undefined) {
      const result = encodeAbiParameters([{ type: "bool" }], [now.isMintingNow]);
      return Response.json({ jsonrpc: "2.0", id, result });
    }
    return Response.json({ jsonrpc: "2.0", id, error: { code: 3, message: "execution reverted" } });
  });
  const page = renderComponent(
    sending({
      next,
      isAccepted,
      onBusy: (isBusy) => events.push(`busy: ${isBusy}`),
      onSent: () => events.push("sent"),
      onChainChange: () => events.push("chain moved"),
    }),
  );
  return { ...page, events, change: (next: typeof now) => Object.assign(now, next) };
}

const toggled = "Minting was toggled after you loaded this page, so nothing was sent.";
const name = "Send call 2 of 3";

describe("SendCalls after a reload", () => {
  /** Saves a sent call for this account, and renders the page as its tab does after a reload. */
  function reopen(account: number, sighting: Sighting) {
    const wallet = hardhatAccount(account).address;
    const call = { to: pageSettings.contract, data: encodeCall(five) };
    const store = transactionStore("calls", wallet, tabStore);
    const request = { order: { wallet, ...call }, authorization: undefined, fromBlock: 9n };
    store.write({ stage: { step: "sent", sent: { ...sent, ...call }, sighting, ...request } });
    const calls: string[] = [];
    const onSent = (call: string) => calls.push(call);
    const onReorg = () => calls.splice(-1);
    const at = (displayedBlock: bigint) =>
      sending({ owner: wallet, displayedBlock, onSent, onReorg });
    return { ...renderComponent(at(9n)), at, calls, store };
  }

  it("reports an earlier call, waits for its block, and reports a reorg", async () => {
    const block = { blockNumber: "0xa", blockHash: "0x0a" };
    const receipt = { transactionHash: sent.hash, status: "0x1", ...block, logs: [] };
    let hash = "0x0a";
    let isHeld = false;
    stubResponses(async (_, init) => {
      const { id, method } = JSON.parse(String(init?.body));
      if (method === "eth_getTransactionReceipt" && isHeld) return new Promise(() => {});
      const result = method === "eth_getBlockByNumber" ? { number: "0xa", hash } : receipt;
      return Response.json({ jsonrpc: "2.0", id, result });
    });
    const { rerender: show, unmount, at, calls } = reopen(1, "waiting");
    await waitFor(() => expect(calls).to.deep.equal(["adjustMaxBatch(5)"]));
    expect(button("Loading…").disabled).to.equal(true);
    expect(words(screen.getAllByRole("status")[1])).to.contain("adjustMaxBatch(5) confirmed.");
    show(at(10n));
    expect(button("Send call 2 of 3").disabled).to.equal(false);
    unmount();
    const { rerender } = renderComponent(at(10n));
    expect(calls).to.have.length(1);
    hash = "0x0b";
    isHeld = true;
    // An equal request under way is shared, so that the change may show only at a later block.
    let newest = 10n;
    await waitFor(() => {
      newest += 1n;
      rerender(at(newest));
      screen.getByText(/no longer confirmed\. Waiting for confirmation/);
    });
    expect(calls).to.deep.equal([]);
  });

  it("does not restore a call for which the owner has stopped waiting", async () => {
    stubResponses(() => new Promise(() => {}));
    const { press, store } = reopen(2, "missing");
    expect(store.read().stage.step).to.equal("sent");
    await press("Stop waiting");
    expect(button("Send call 2 of 3").disabled).to.equal(false);
    expect(store.read()).to.deep.equal({ stage: { step: "idle" } });
  });
});

describe("Planner", () => {
  it("is locked while a call is pending, and lists sent calls until the draft changes", async () => {
    const owners = [8, 12].map((index) => hardhatAccount(index).address) as [Address, Address];
    const call = { to: pageSettings.contract, data: encodeCall(five) };
    const hash = "0x08";
    for (const wallet of owners) {
      const request = { order: { wallet, ...call }, authorization: undefined, fromBlock: 9n };
      transactionStore("calls", wallet, tabStore).write({
        stage: { step: "sent", sent: { ...sent, ...call, hash }, sighting: "waiting", ...request },
      });
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    stubResponses(async (_, init) => {
      const { id, method } = JSON.parse(String(init?.body));
      if (method !== "eth_getTransactionReceipt") return new Response(null, { status: 400 });
      await promise;
      const result = { transactionHash: hash, status: "0x1", blockNumber: "0x9", logs: [] };
      return Response.json({ jsonrpc: "2.0", id, result });
    });
    const events: unknown[] = [];
    const planner = (owner: Address) =>
      inWallet(
        <Planner
          sale={{ blockNumber: 9n, phases: [lantern], sale: saleFacts({ owner }) }}
          draft={changeField(emptyDraft, settingField("maxBatch"), "7", "20")}
          onDraft={(draft) => events.push(draft)}
          onChainChange={() => events.push("chain moved")}
          namesNotice={null}
        />,
        { status: "connected", address: owner },
      );
    const { press, rerender } = renderComponent(planner(owners[0]));
    const discard = () => button("Discard the draft");
    const isLocked = () =>
      [screen.getByRole("group", { name: "Draft" }), discard()].map((each) =>
        each.hasAttribute("disabled"),
      );
    await waitFor(() => expect(isLocked()).to.deep.equal([true, true]));
    await settle(resolve);
    await screen.findByText("Sent and confirmed.");
    expect(isLocked()).to.deep.equal([false, false]);
    expect(events).to.deep.equal(["chain moved"]);
    rerender(planner(owners[1]));
    await waitFor(() => expect(screen.getAllByText("Sent and confirmed.")).to.have.length(2));
    await press("Discard the draft");
    expect(events.at(-1)).to.equal(emptyDraft);
    expect(screen.queryByText("Sent and confirmed.")).to.equal(null);
  });
});

describe("SendCalls", () => {
  it("sends nothing when minting was toggled in the meantime", async () => {
    const { press, events, change } = openCalls({ next: toggle, isMintingNow: false });
    expect(words()).not.to.contain(toggled);
    await press(name);
    await screen.findByText((text) => text.startsWith(toggled));
    expect(events).to.deep.equal(["busy: false", "reads", "chain moved"]);
    change({ isMintingNow: true });
    await press(name);
    await waitFor(() => expect(words()).not.to.contain(toggled));
    await screen.findByRole("alert");
  });

  it("sends one call for two quick presses", async () => {
    const { promise: held, resolve } = Promise.withResolvers<void>();
    const { press, events } = openCalls({ next: toggle, isMintingNow: true, held });
    await press(name);
    await press(name);
    resolve();
    await waitFor(() => expect(button(name).disabled).to.equal(true));
    await screen.findByRole("alert");
    expect(events.filter((event) => event === "simulates")).to.have.length(1);
  });

  it("reports that no call is pending when it closes", async () => {
    const { promise: held, resolve } = Promise.withResolvers<void>();
    const { press, events, unmount } = openCalls({ next: five, held });
    await press(name);
    await waitFor(() => expect(events.at(-1)).to.equal("simulates"));
    unmount();
    expect(events.at(-1)).to.equal("busy: false");
    await settle(resolve);
  });

  for (const [title, situation] of [
    ["minting is as the page shows it", { next: toggle, isMintingNow: true }],
    ["the chain cannot be read", { next: toggle }],
    ["the call does not toggle minting", { next: five, isMintingNow: false }],
  ] as const) {
    it(`simulates the call when ${title}`, async () => {
      const { press, events } = openCalls(situation);
      await press(name);
      await waitFor(() => {
        expect(events).to.include("busy: true");
        expect(events.at(-1)).to.equal("busy: false");
      });
      expect(screen.getAllByRole("alert")).to.have.length(1);
      expect(words()).not.to.contain(toggled);
      expect(events).to.include("simulates").and.not.include("chain moved");
    });
  }

  for (const isAccepted of [true, false]) {
    it(`${isAccepted ? "enables" : "disables"} the button when the warnings are${isAccepted ? "" : " not"} accepted`, () => {
      openCalls({ next: five, isAccepted });
      expect(button(name).disabled).to.equal(!isAccepted);
      expect(button(name).dataset.focusTarget).to.equal("send");
    });
  }
});
