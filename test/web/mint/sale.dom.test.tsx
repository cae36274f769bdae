import { mock } from "node:test";
import { act, screen } from "@testing-library/react";
import { expect } from "chai";
import { encodeErrorResult } from "viem";
import { collectionAbi } from "#chain/abi";
import { formatMoment } from "#protocol/values/moment";
import type { PlannedPhase } from "#protocol/wire/responses";
import type { MintExplanation } from "#sale/explainMint";
import type { Purchase } from "../../../web/src/mint/purchase/purchase.ts";
import { localStore } from "../../../web/src/page/storage.ts";
import { voice } from "../../../web/src/page/voice.ts";
import { transactionStore } from "../../../web/src/transactions/transactionStore.ts";
import { lantern, saleFacts } from "../../support/saleFacts.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { quantity } from "../../support/web/mintForm.tsx";
import { authorize, order, sent } from "../../support/web/purchase.ts";
import {
  button,
  createQueryClient,
  inWallet,
  renderComponent,
  settle,
  stubResponses,
  textbox,
  words,
} from "../../support/web/renderComponent.tsx";
import { bool } from "../../support/web/trackedPurchase.ts";

const { Sale } = await import("../../../web/src/mint/Sale.tsx");
const { saleHeadline } = await import("../../../web/src/mint/saleState.ts");

const first = hardhatAccount(6).address;
const sale = saleFacts();
const facts = "The wallet holds nothing.";
const funds = { rule: "funds", title: "Funds", facts, result: "failed", reasons: [], fix: "Add." };
const unsigned = { ...funds, rule: "AuthenticationFailed", reasons: ["No."] };
const failingCall = {
  code: 3,
  data: encodeErrorResult({ abi: collectionAbi, errorName: "PastSupply" }),
};

interface Situation {
  /** The rule that fails for a simulated mint of one at block 9. */
  rule?: object;
  /** The allowance's phase and remaining quantity. */
  phase?: string;
  left?: number;
  wallet?: `0x${string}`;
  /** The state stored in the browser. */
  kept?: Purchase;
  shown?: typeof sale;
  /** Whether the chain has used the authorization. */
  isUsed?: boolean;
  /** The planned phases. */
  phases?: readonly PlannedPhase[];
}

/** Renders the sale for a wallet; `allowances` are the requests for the wallet's allowance. */
function openSale(situation: Situation = {}) {
  const { rule, phase = sale.phase.name, left = 2, wallet = first, kept } = situation;
  const allowances: unknown[] = [];
  const now = { ...situation };
  stubResponses(async (url, init) => {
    if (!String(init?.body).includes("jsonrpc")) {
      allowances.push(url);
      return Response.json({ phase, allowance: 5, left: 1 });
    }
    const { id, method, params } = JSON.parse(String(init?.body));
    if (method === "eth_call" && params.length === 2 && !params[0].from) {
      return Response.json({ jsonrpc: "2.0", id, result: bool(now.isUsed === true) });
    }
    // Not mined yet: another response would be followed by a request after the test.
    if (method === "eth_getTransactionReceipt") return new Promise(() => {});
    return Response.json({ jsonrpc: "2.0", id, error: failingCall });
  });
  const queryClient = createQueryClient(60_000);
  const query = { wallet, qty: "1", value: "undefined", authorization: undefined };
  const key = ["mint explanation", { ...query, whatIf: [] }, "9"];
  const rest = { canMint: false, blockNumber: 9n, value: sale.price, sale, whatIf: [] };
  // Safety: a rule of this test.
  const data = { ...rest, wallet, qty: 1n, results: [rule] } as unknown as MintExplanation;
  if (rule) queryClient.setQueryData(key, data);
  queryClient.setQueryData(["mint allowance", wallet, sale.phase.name], {
    phase,
    allowance: 5,
    left,
  });
  if (kept) transactionStore("mint", wallet, localStore).write(kept);
  const node = (blockNumber: bigint, address = wallet) =>
    inWallet(
      <Sale sale={now.shown ?? sale} blockNumber={blockNumber} phases={situation.phases ?? []} />,
      { status: "connected", address, chainId: 31_337 },
    );
  const page = renderComponent(node(9n), { queryClient });
  return {
    ...page,
    allowances,
    /** Shows the next block, or a different wallet. */
    async change(
      next: Pick<Situation, "isUsed" | "shown"> & { blockNumber?: bigint; wallet?: typeof wallet },
    ) {
      Object.assign(now, next);
      await act(async () => page.rerender(node(next.blockNumber ?? 9n, next.wallet)));
    },
  };
}

/** The polite messages of the form and the outcome. */
const shownText = () =>
  screen
    .getAllByRole("status")
    .map(({ textContent }) => textContent)
    .join(" ");
const explanation = () => screen.getByText("Why can't I mint?").closest("details");

describe("Sale", () => {
  for (const [which, phase, most] of [
    ["the active phase", sale.phase.name, "2"],
    ["a different phase", "Ember", "19"],
  ] as const) {
    it(`limits the quantity to ${most}, the allowance for ${which}`, () => {
      openSale({ phase });
      expect(quantity().max).to.equal(most);
    });
  }

  it("disables Mint with the reason when the simulation fails, only for that wallet and quantity", async () => {
    const { change, enter } = openSale({ rule: funds });
    expect(button("Mint 1 drifter").disabled).to.equal(true);
    expect(shownText()).to.contain(`${facts} Add.`);
    screen.getByText(/This mint would fail\./);
    expect(explanation()?.open).to.equal(true);
    await enter(quantity(), "2");
    expect(button("Mint 2 drifters").disabled).to.equal(false);
    await enter(quantity(), "1");
    expect(button("Mint 1 drifter").disabled).to.equal(true);
    await change({ wallet: hardhatAccount(8).address });
    expect(button("Mint 1 drifter").disabled).to.equal(false);
  });

  const soldOut = { ...lantern, currentCount: 20n };
  const closed: [state: string, differing: Partial<typeof sale>, headline: string][] = [
    ["without a phase", { phase: { ...lantern, endPoint: 101n } }, "Not open yet"],
    [
      "before its first mint",
      { isMinting: false, phase: { ...lantern, currentCount: 0n } },
      "Not open yet: The collection's owner has not opened “Lantern” yet.",
    ],
    ["while paused", { isMinting: false }, "Paused: 1 found its way."],
    ["with a maximum of 0 per mint", { maxBatch: 0n }, "Paused"],
    ["when sold out", { phase: soldOut }, "Sold out: 20 found their way."],
    [
      "when all are minted",
      { totalSupply: 10_000n },
      "All minted: All 10,000 drifters found their way.",
    ],
  ];
  for (const [state, differing, headline] of closed) {
    it(`offers nothing to buy ${state}, with the reason in one headline`, () => {
      const shown = { ...sale, ...differing };
      openSale({ rule: funds, shown });
      const { title, text } = saleHeadline(shown);
      expect(`${title}: ${text}`).to.satisfy((shown: string) => shown.startsWith(headline));
      expect(screen.queryByRole("spinbutton")).to.equal(null);
      expect(screen.queryByRole("button")).to.equal(null);
      expect(words()).not.to.match(/You will pay/);
      expect(explanation()?.open).to.equal(false);
      screen.getByRole("link", { name: "See all drifters" });
    });
  }

  const hour = 3_600n;
  const planFor = (opensAt: bigint, closesAt: bigint): PlannedPhase[] => [
    {
      ...{ name: lantern.name, startingPoint: 101, endPoint: 121 },
      ...{ price: "80000000000000000", maxPerMint: 20, perWallet: 5 },
      ...{ opensAt: formatMoment(opensAt), closesAt: formatMoment(closesAt) },
    },
  ];

  it("counts down to the opening from the newest block's time, and opens with the block that has it", async () => {
    // Only new blocks change the countdown.
    mock.method(globalThis, "setInterval", () => 0);
    const opensAt = sale.timestamp + 2n * hour;
    const phases = planFor(opensAt, opensAt + hour);
    const page = openSale({ phases });
    expect(saleHeadline(sale, phases[0])).to.deep.equal({
      title: "Not open yet",
      text: "“Lantern” opens by itself at the time below. Keep this page open.",
    });
    expect(saleHeadline({ ...sale, isMinting: false }, phases[0]).text).to.equal(
      "“Lantern” opens at the time below, once the collection's owner turns minting on.",
    );
    expect(screen.queryByRole("spinbutton")).to.equal(null);
    const opening = screen.getByRole("region", { name: "“Lantern” opens" });
    expect(opening.querySelector(".opening__left")?.textContent).to.equal("2 h 0 min");
    expect(opening.querySelector("time")?.dateTime).to.equal(formatMoment(opensAt));
    await page.change({ shown: { ...sale, timestamp: opensAt - 1n }, blockNumber: 10n });
    expect(opening.querySelector(".opening__left")?.textContent).to.equal("1 s");
    await page.change({ shown: { ...sale, timestamp: opensAt }, blockNumber: 11n });
    screen.getByRole("spinbutton");
  });

  it("offers nothing to buy from the closing time on", () => {
    const phases = planFor(sale.timestamp - hour, sale.timestamp);
    openSale({ phases });
    expect(saleHeadline(sale, phases[0])).to.deep.equal({
      title: "Closed",
      text: "“Lantern” has closed. 1 found its way.",
    });
    expect(screen.queryByRole("spinbutton")).to.equal(null);
  });

  it("shows a pending mint when the sale closes", async () => {
    const wallet = hardhatAccount(10).address;
    const ordered = { ...order, wallet, phase: sale.phase.name };
    const unanswered = {
      ...{ order: ordered, authorization: authorize(ordered), fromBlock: 9n },
      ...{ prompts: 1, isSent: false },
    };
    const kept: Purchase = { stage: { step: "idle" }, unanswered };
    openSale({ wallet, kept, shown: { ...sale, isMinting: false } });
    expect(shownText()).to.contain("Your wallet may still be asking you to mint 3 for 0.24 ETH.");
    await settle();
  });

  it("ignores a missing authorization, and results from before an authorization was pasted", async () => {
    const { enter, user } = openSale({ rule: unsigned });
    expect(button("Mint 1 drifter").disabled).to.equal(false);
    expect(explanation()?.open).to.equal(false);
    await user.click(screen.getByText("Why can't I mint?"));
    const pasted = authorize({ ...order, phase: sale.phase.name, qty: 1 });
    await enter(textbox("Authorization, as JSON"), JSON.stringify(pasted));
    expect(button("Mint 1 drifter").disabled).to.equal(false);
    await settle();
  });

  it("explains that the wallet's allowance is used up", async () => {
    const { user } = openSale({ rule: unsigned, left: 0 });
    await user.click(screen.getByText("Why can't I mint?"));
    screen.getByText(/^Your wallet has used its allowance in this phase\. Simulated: 1 for/);
    await settle();
  });

  it("tracks a mint per block, shows the new drifters and refetches the allowance", async () => {
    const wallet = hardhatAccount(7).address;
    const ordered = { ...order, wallet, phase: sale.phase.name };
    const authorization = authorize(ordered);
    const unanswered = { order: ordered, authorization, fromBlock: 9n, prompts: 0, isSent: true };
    const { change, press, allowances } = openSale({
      wallet,
      kept: { stage: { step: "idle" }, unanswered },
      left: 5,
    });
    await settle();
    expect(shownText()).to.contain("Your mint of 3 for 0.24 ETH may still go through.");
    await change({ blockNumber: 10n, isUsed: true });
    const minted = await screen.findByRole("heading", { name: voice.minted.many(3) });
    await settle();
    expect(document.activeElement).to.equal(minted);
    const allowance = `/api/mint/allowance/${wallet}`;
    expect(allowances).to.deep.equal([allowance]);
    await change({ blockNumber: 11n, isUsed: false });
    await settle();
    expect(screen.queryByRole("heading", { name: voice.minted.many(3) })).to.equal(null);
    expect(shownText()).to.contain(
      "The network replaced the block with this transaction, so it is no longer confirmed. Your mint of 3 for 0.24 ETH may still go through.",
    );
    expect(allowances).to.deep.equal([allowance, allowance]);
    await change({ blockNumber: 12n, isUsed: true });
    await settle();
    await press("Mint more");
    expect([quantity().value, quantity().max]).to.deep.equal(["1", "1"]);
    expect(document.activeElement).to.equal(quantity());
  });

  it("lists a pending mint's steps with the approved total, and marks the current one", async () => {
    const wallet = hardhatAccount(9).address;
    const ordered = { ...order, wallet, phase: sale.phase.name };
    const requested = { order: ordered, authorization: authorize(ordered), fromBlock: 9n };
    openSale({
      wallet,
      kept: {
        // Uses a unique hash, because viem coalesces requests for the same receipt across tests.
        stage: { step: "sent", sent: { ...sent, hash: "0x09" }, sighting: "waiting", ...requested },
        unanswered: { ...requested, prompts: 1, isSent: false },
      },
      shown: { ...sale, price: 2n * sale.price },
    });
    const steps = screen.getByRole("list", { name: "Steps of a mint" });
    expect([...steps.children].map(words)).to.deep.equal([
      "AuthorizationThe collection's signer signs this mint. Free.",
      "CheckThe mint is simulated on the contract. Free.",
      "WalletYou confirm 0.24 ETH and the network fee.",
      "ConfirmationThe network records that the new drifters are yours.",
    ]);
    const current = steps.querySelectorAll("[aria-current=step]");
    expect([...current]).to.deep.equal([steps.lastElementChild]);
    await settle();
  });

  const rest = "Price0.08 ETHMax per mint20Minted13 of 10,000";
  for (const [state, differing, text, of] of [
    ["open", {}, `Lantern19 of 20 left${rest}`, { max: 20, value: 1 }],
    [
      "not open yet",
      { isMinting: false, phase: { ...lantern, currentCount: 0n } },
      `Lantern20 of 20 left${rest}`,
      { max: 20, value: 0 },
    ],
    [
      "sold out",
      { phase: soldOut },
      "Lantern20 of 20 mintedMinted13 of 10,000",
      { max: 20, value: 20 },
    ],
  ] as const) {
    it(`summarizes a sale that is ${state}, and fills its bar as drifters are minted`, () => {
      openSale({ shown: { ...sale, ...differing } });
      const summary = screen.getByRole("region", { name: /^(For sale now|Sale)$/ });
      expect(words(summary)).to.equal(text);
      expect(summary.querySelector("progress")).to.include(of);
    });
  }
});
