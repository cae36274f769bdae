import { screen } from "@testing-library/react";
import { expect } from "chai";
import { type TransactionReceipt, zeroAddress } from "viem";
import { voice } from "../../../web/src/page/voice.ts";
import { order, sent } from "../../support/web/purchase.ts";
import {
  createQueryClient,
  rejectRequests,
  renderComponent,
  words,
} from "../../support/web/renderComponent.tsx";
import { transfer } from "../../support/web/trackedPurchase.ts";

const { metadataQueryOptions } = await import("../../../web/src/token/metadata.ts");
const { NewTokens } = await import("../../../web/src/mint/NewTokens.tsx");

describe("NewDrifters", () => {
  it("links to the new drifters and their story editor, shares their URL, and offers another mint", async () => {
    let pressed = 0;
    const shared: unknown[] = [];
    const share = async (content: unknown) => void shared.push(content);
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
    const logs = [102n, 103n].map((tokenId) => transfer({ from: zeroAddress, tokenId }));
    // Safety: the page reads these properties only.
    const receipt = { transactionHash: sent.hash, logs } as unknown as TransactionReceipt;
    const queryClient = createQueryClient(60_000);
    const { queryKey } = metadataQueryOptions("102");
    queryClient.setQueryData(queryKey, { name: "Mara Saltwell", description: "", attributes: [] });
    rejectRequests();
    const { press } = renderComponent(
      <NewTokens
        order={{ ...order, qty: 2 }}
        receipt={receipt}
        onMore={() => {
          pressed += 1;
        }}
      />,
      { queryClient },
    );
    const heading = screen.getByRole("heading", { name: voice.minted.many(2) });
    expect([heading.dataset.focusTarget, heading.tabIndex]).to.deep.equal(["new tokens", -1]);
    for (const [id, name] of [
      [102, "Drifter #102 Mara Saltwell"],
      [103, "Drifter #103"],
    ] as const) {
      const link = screen.getByRole("link", { name });
      expect(link.getAttribute("href")).to.equal(`/drifter/${id}`);
      expect(link.querySelector("img")?.alt).to.equal("");
    }
    for (const [id, name] of [
      [102, "Mara Saltwell"],
      [103, "Drifter #103"],
    ] as const) {
      const write = screen.getByRole("link", { name: `Write ${name}'s story` });
      expect(write.getAttribute("href")).to.equal(`/drifter/${id}#write`);
    }
    // They arrive one after the other.
    const delays = screen
      .getAllByRole("listitem")
      .map(({ style }) => style.getPropertyValue("--arrival-delay"));
    expect(delays).to.deep.equal(["0ms", "400ms"]);
    expect(words()).to.contain("Transaction 0x01");
    await press("Share");
    Reflect.deleteProperty(navigator, "share");
    expect(shared).to.deep.equal([{ url: `${window.location.origin}/drifter/102` }]);
    await press("Mint more");
    expect(pressed).to.equal(1);
  });
});
