import { expect } from "chai";
import { encodeAbiParameters } from "viem";
import type { SaleCall } from "#protocol/sale/saleCalls";
import "../support/componentLoader.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";
import { type Mounted, mounted } from "../support/mount.ts";
import "../support/pageSettings.ts";
import { withFetch } from "../support/stubFetch.ts";

const { default: SendCalls } = await import("../../web/src/phases/SendCalls.tsx");

const owner = hardhatAccount(0).address;
const toggle: SaleCall = { functionName: "toggleMint", args: [] };
const five: SaleCall = { functionName: "adjustMaxBatch", args: [5n] };

interface Setting {
  next?: SaleCall | undefined;
  isAccepted?: boolean;
  /** What the chain says now of whether minting is on; absent while it cannot be asked. */
  isMintingNow?: boolean | undefined;
}

/** The way to send a call on a page that saw minting on; every simulation reverts, so no wallet is asked. */
async function withCall(
  setting: Setting,
  work: (page: Mounted, told: string[]) => Promise<void>,
): Promise<void> {
  const { next, isAccepted = true, isMintingNow } = setting;
  const told: string[] = [];
  const node: typeof fetch = async (_, init) => {
    // Safety: the page's client posts one request at a time.
    const { id, params } = JSON.parse(String(init?.body)) as {
      id: number;
      params: { from?: string }[];
    };
    const isRead = params[0]?.from === undefined;
    told.push(isRead ? "reads" : "simulates");
    if (isRead && isMintingNow !== undefined) {
      const result = encodeAbiParameters([{ type: "bool" }], [isMintingNow]);
      return Response.json({ jsonrpc: "2.0", id, result });
    }
    return Response.json({ jsonrpc: "2.0", id, error: { code: 3, message: "execution reverted" } });
  };
  await withFetch(node, () =>
    mounted(
      <SendCalls
        owner={owner}
        next={next}
        isAccepted={isAccepted}
        number={2}
        total={3}
        chainIsAt={9n}
        isMinting
        onBusy={(isBusy) => told.push(`busy: ${isBusy}`)}
        onSent={() => told.push("sent")}
        onChainMoved={() => told.push("chain moved")}
      />,
      (page) => work(page, told),
    ),
  );
}

const moved = "Minting was toggled since you loaded this page: nothing was sent.";

describe("sending the owner's calls", () => {
  it("sends nothing when somebody else has switched minting", () =>
    withCall({ next: toggle, isMintingNow: false }, async (page, told) => {
      await page.click("Send call 2 of 3");
      expect(page.role("status")[0]).to.contain(moved);
      expect(told).to.deep.equal(["busy: false", "reads", "chain moved"]);
    }));

  for (const [title, setting] of [
    ["minting is as the page shows it", { next: toggle, isMintingNow: true }],
    ["the chain cannot say whether minting is on", { next: toggle }],
    ["the call does not switch it", { next: five, isMintingNow: false }],
  ] as const) {
    it(`simulates the call when ${title}`, () =>
      withCall(setting, async (page, told) => {
        await page.click("Send call 2 of 3");
        // The tab remembers the refusal of the test before.
        const isOver = () => told.includes("busy: true") && told.at(-1) === "busy: false";
        while (!isOver()) await page.during(() => {});
        expect(page.role("alert")).to.have.length(1);
        expect(page.words()).not.to.contain(moved);
        expect(told).to.include("simulates").and.not.include("chain moved");
      }));
  }

  it("can be pressed once the warnings are accepted, and is absent without a call", async () => {
    await withCall({ next: five, isAccepted: false }, async (page) => {
      const button = page.named("Send call 2 of 3");
      expect([button.disabled, button.getAttribute("data-place")]).to.deep.equal([true, "send"]);
    });
    await withCall({ next: five }, async (page) => {
      expect(page.named("Send call 2 of 3").disabled).to.equal(false);
    });
    await withCall({}, async (page) => {
      expect(page.all("button")).to.deep.equal([]);
    });
  });
});
