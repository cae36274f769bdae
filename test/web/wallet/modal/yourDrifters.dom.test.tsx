import { screen } from "@testing-library/react";
import { expect } from "chai";
import { decodeFunctionData, type Hex, numberToHex, pad } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";
import {
  answerFetch,
  button,
  renderComponent,
  settle,
} from "../../../support/web/renderComponent.tsx";

const { YourDrifters } = await import("../../../../web/src/wallet/modal/YourDrifters.tsx");

interface RpcCall {
  id: number;
  params?: [{ data: Hex }];
}

/** A node on which the account holds this many drifters, from 101 on; it may be held up or refuse. */
function nodeOf(count: number) {
  const node = { isDown: false, held: Promise.resolve() };
  answerFetch(async (_, init) => {
    await node.held;
    if (node.isDown) return new Response(null, { status: 403 });
    // Safety: the page sends JSON-RPC in batches.
    const calls = JSON.parse(String(init?.body)) as RpcCall[];
    return Response.json(calls.map((call) => ({ jsonrpc: "2.0", id: call.id, ...answer(call) })));
  });
  function answer({ params: [call] = [{ data: "0x" }] }: RpcCall): { result: Hex } {
    // Only the block number is asked for without a call.
    if (call.data === "0x") return { result: "0x9" };
    const { functionName, args } = decodeFunctionData({ abi: fringeDriftersAbi, data: call.data });
    const value = functionName === "balanceOf" ? count : 101 + Number(args?.[1]);
    return { result: pad(numberToHex(value)) };
  }
  return node;
}

const owner = hardhatAccount(2).address;

describe("YourDrifters", () => {
  it("shows more on request, moves the focus to the first new one, and reports a link that is followed", async () => {
    const node = nodeOf(30);
    let leavings = 0;
    const { press, follow } = renderComponent(
      <YourDrifters
        owner={owner}
        onLeave={() => {
          leavings += 1;
        }}
      />,
    );
    await screen.findByRole("link", { name: "Drifter 124" });
    expect(screen.getAllByRole("link")).to.have.length(24);
    expect(document.activeElement).to.equal(document.body);
    expect(button("Show more").getAttribute("aria-disabled")).to.equal("false");
    const { promise, resolve } = Promise.withResolvers<void>();
    node.held = promise;
    await press("Show more");
    expect(button("Reading the chain…").getAttribute("aria-disabled")).to.equal("true");
    await press("Reading the chain…");
    await settle(resolve);
    const first = await screen.findByRole("link", { name: "Drifter 125" });
    expect(document.activeElement).to.equal(first);
    expect(screen.getAllByRole("link")).to.have.length(30);
    expect(screen.queryByRole("button")).to.equal(null);
    await follow("Drifter 101");
    expect(leavings).to.equal(1);
  });

  it("reads the drifters again on request after the node was unreachable", async () => {
    const node = nodeOf(1);
    node.isDown = true;
    const { press } = renderComponent(<YourDrifters owner={owner} onLeave={() => {}} />);
    await screen.findByText(/^Can't reach the network/);
    expect(screen.getByRole("heading").textContent).to.equal("Your drifters");
    node.isDown = false;
    await press("Try again");
    await screen.findByRole("link", { name: "Drifter 101" });
    expect(screen.getByRole("heading").textContent).to.equal("Your drifters 1");
    expect(screen.getByRole("status").textContent).to.equal("");
  });
});
