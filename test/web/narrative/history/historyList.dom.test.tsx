import { act, cleanup, screen } from "@testing-library/react";
import { expect } from "chai";
import type { ReactNode } from "react";
import type { SignedRevision } from "#protocol/wire/responses";
import { historyQueryOptions } from "../../../../web/src/narrative/historyApi.ts";
import { offerRestore } from "../../../../web/src/narrative/restore.ts";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";
import { pageSettings } from "../../../support/web/pageSettings.ts";
import {
  createQueryClient,
  rejectRequests,
  renderComponent,
  stubResponses,
  words,
} from "../../../support/web/renderComponent.tsx";

const { default: HistoryList } = await import(
  "../../../../web/src/narrative/history/HistoryList.tsx"
);
const { default: StoryProof } = await import("../../../../web/src/narrative/proof/StoryProof.tsx");
await import("../../../../web/src/narrative/history/TextChanges.tsx");

/** Revisions, latest first, each with a different text; the 44th removed the story. */
const revisions = Array.from({ length: 45 }, (_, index): SignedRevision => {
  const revision = 45 - index;
  return {
    drifterId: "7",
    narrative: revision === 44 ? "<!-- 5f3c -->" : `Lamp ${revision} is lit.`,
    signedMessage: `I own Drifter 7, ${revision}`,
    signature: "0x12",
    author: hardhatAccount(2).address,
    savedAt: "2026-05-04T10:00:00.000Z",
    blockNumber: 3,
    chainId: pageSettings.chain.id,
    contract: pageSettings.contract,
    revision,
  };
});

function open(node: ReactNode, data: readonly SignedRevision[]) {
  rejectRequests();
  const queryClient = createQueryClient(60_000);
  queryClient.setQueryData(historyQueryOptions("7", 45).queryKey, [...data]);
  return renderComponent(node, { queryClient });
}

const items = () => [...(document.querySelector("ol")?.children ?? [])].map(words);

describe("HistoryList", () => {
  const list = <HistoryList drifterId="7" revision={45} />;

  it("lists every revision, latest first, in steps of twenty", async () => {
    const { press } = open(list, revisions);
    expect(items()[0]).to.match(
      /^Revision 45 \(current\)0x3C44…93BC · .+ · (4 May|May 4,) 2026,? /,
    );
    expect(items()[1]).to.match(/^Revision 44 Story removed\.0x3C44/);
    expect(items()).to.have.length(20);
    expect(screen.getAllByTitle(hardhatAccount(2).address)).to.have.length(20);
    await press("Show older revisions");
    expect(items()).to.have.length(40);
    await press("Show older revisions");
    expect(items()).to.have.length(45);
    expect(items()[44]).to.match(/First text of revision 1Proof of revision 1$/);
    expect(screen.queryByRole("button", { name: "Show older revisions" })).to.equal(null);
  });

  it("compares each revision with its predecessor", async () => {
    const { press } = open(list, revisions);
    await press("What changed of revision 42");
    await screen.findByText("1 word added (+), 1 word removed (−).");
    expect(words(screen.getByRole("deletion"))).to.equal("[removed: −41 ]");
    expect(words(screen.getByRole("insertion"))).to.equal("[added: +42 ]");
  });

  it("lets the owner restore every earlier story", async () => {
    const restored: string[] = [];
    const { press } = open(list, revisions.slice(0, 4));
    const offers = () =>
      screen.queryAllByRole("button", { name: /^Restore/ }).map((each) => words(each));
    expect(offers()).to.deep.equal([]);
    const other = await act(async () => offerRestore("8", () => {}));
    expect(offers()).to.deep.equal([]);
    await act(async () => other());
    const reorg = await act(async () => offerRestore("7", (text) => void restored.push(text)));
    expect(offers()).to.deep.equal([
      "Restore this version of revision 43",
      "Restore this version of revision 42",
    ]);
    await press("Restore this version of revision 43");
    expect(restored).to.deep.equal(["Lamp 43 is lit."]);
    await act(async () => reorg());
    expect(offers()).to.deep.equal([]);
  });

  it("reports that the service has no history, even without that route", async () => {
    open(list, []);
    screen.getByText("The service has no history for this story.");
    cleanup();
    stubResponses(async () => new Response(null, { status: 404 }));
    renderComponent(list);
    await screen.findByText("The service has no history for this story.");
    cleanup();
    open(list, revisions.slice(44));
    expect(items()).to.have.length(1);
  });
});

describe("StoryProof", () => {
  const proof = <StoryProof drifterId="7" revision={45} />;

  it("shows the latest revision's proof, or nothing without one", () => {
    open(proof, revisions);
    screen.getByText("I own Drifter 7, 45");
    cleanup();
    open(proof, []);
    screen.getByText("The service has no proof for this story.");
  });
});
