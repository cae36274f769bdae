import { screen, waitFor } from "@testing-library/react";
import { expect } from "chai";
import { encodeCall } from "#protocol/collectionCalls";
import type { SaleCall } from "#protocol/sale/saleCalls";
import { transactionMemory } from "../../../web/src/transactions/rememberedTransaction.ts";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import { pageSettings } from "../../support/pageSettings.ts";
import { sent } from "../../support/purchaseModel.ts";
import { answerFetch, button, renderComponent, words } from "../../support/renderComponent.tsx";

const { default: SendCalls } = await import("../../../web/src/phases/SendCalls.tsx");

const five: SaleCall = { functionName: "adjustMaxBatch", args: [5n] };

// The tab keeps one transaction, which this test needs before any other has rendered the button.
describe("SendCalls after a reload", () => {
  it("reports the call that was sent before, and waits until the page has its block", async () => {
    transactionMemory("phases").write({
      ...sent,
      to: pageSettings.contractAddress,
      data: encodeCall(five),
    });
    const receipt = { transactionHash: sent.hash, status: "0x1", blockNumber: "0xa", logs: [] };
    answerFetch(async () => Response.json({ jsonrpc: "2.0", id: 1, result: receipt }));
    const calls: string[] = [];
    const at = (block: bigint) => (
      <SendCalls
        owner={hardhatAccount(0).address}
        next={five}
        isAccepted
        number={2}
        total={3}
        chainIsAt={block}
        isMinting
        onBusy={() => {}}
        onSent={(call) => calls.push(call)}
        onChainMoved={() => {}}
      />
    );
    const { rerender } = renderComponent(at(9n));
    await waitFor(() => expect(calls).to.deep.equal(["adjustMaxBatch(5)"]));
    expect(button("Reading the chain…").disabled).to.equal(true);
    expect(words(screen.getAllByRole("status")[1])).to.contain("adjustMaxBatch(5) confirmed.");
    rerender(at(10n));
    expect(button("Send call 2 of 3").disabled).to.equal(false);
    expect(calls).to.have.length(1);
  });
});
