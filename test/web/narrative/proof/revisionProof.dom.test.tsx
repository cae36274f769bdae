import { mock } from "node:test";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect } from "chai";
import type { ProofStep } from "#protocol/stories/verifyRevision";
import { revisionCheckQueryOptions } from "../../../../web/src/narrative/proof/checkRevision.ts";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";
import { pageSettings } from "../../../support/web/pageSettings.ts";
import {
  button,
  createQueryClient,
  rejectRequests,
  renderComponent,
  settle,
  stubResponses,
  words,
} from "../../../support/web/renderComponent.tsx";

const { default: RevisionProof } = await import(
  "../../../../web/src/narrative/proof/RevisionProof.tsx"
);

const signed = {
  drifterId: "7",
  narrative: "Dust.",
  signedMessage: "I own Drifter 7 and I am posting 5f3c",
  signature: "0x12",
  author: hardhatAccount(2).address,
  savedAt: "2026-05-04T10:00:00.000Z",
  blockNumber: 3,
  chainId: pageSettings.chain.id,
  contract: pageSettings.contract,
  revision: 2,
} as const;

const siteHost = "127.0.0.1:8545";

describe("RevisionProof", () => {
  beforeEach(() => rejectRequests());

  it("shows the signed message, the signer, and the block at which the signer owned the drifter", async () => {
    renderComponent(<RevisionProof signed={signed} />);
    const facts = screen
      .getAllByRole("term")
      .map((term) => `${words(term)}: ${words(term.nextElementSibling ?? undefined)}`);
    expect(facts[0]).to.match(
      /^Signed message: I own Drifter 7 and I am posting 5f3c.*SHA-256 of the text/,
    );
    expect(facts[1]).to.contain(`Signed by: ${signed.author}`);
    expect(facts[2]).to.equal("Signature: 0x12");
    expect(facts[3]).to.equal(
      `Owner of Drifter #7: The signer, at block 3 of Hardhat, chain 31337, by the contract ${signed.contract}`,
    );
    expect(facts[4]).to.contain("as revision 2. The service sets both; they aren't signed.");
  });

  it("verifies offline steps while the node is unreachable, and lists unchecked steps", async () => {
    renderComponent(<RevisionProof signed={signed} />);
    await settle();
    const computed = await screen.findByRole("list", { name: "Computed in your browser" });
    expect(words(computed)).to.contain("Message: failed.");
    const node = screen.getByRole("list", { name: `According to the node at ${siteHost}` });
    expect(words(node)).to.contain("Owner: not checkable. Can't reach this site's node");
    cleanup();
    // The app expects its own collection, regardless of the revision's.
    renderComponent(<RevisionProof signed={{ ...signed, contract: signed.author }} />);
    const steps = await screen.findByRole("list", { name: "Computed in your browser" });
    expect(words(steps)).to.contain("Collection: failed.");
  });

  const node = `if the node at ${siteHost} is right about block 3.`;
  const passed = { name: "Owner", outcome: "passed", basis: "state", finding: "It did." } as const;
  const failed = { ...passed, outcome: "failed" } as const;
  const computed = { ...passed, name: "Message", basis: "revision" } as const;
  const verdicts: [steps: ProofStep[], sentence: string][] = [
    [[computed, passed], `Valid. 2 of 2 checks passed, ${node}`],
    [[computed, failed], `Invalid. 1 of 2 checks passed, ${node}`],
    [[{ ...computed, outcome: "failed" }, passed], "Invalid. 1 of 2 checks passed."],
    [[{ ...computed, outcome: "failed" }, failed], "Invalid. 0 of 2 checks passed."],
    [
      [computed, { ...passed, outcome: "not checkable" }],
      "No problems found, but some checks couldn't run.",
    ],
  ];
  for (const [steps, sentence] of verdicts) {
    const outcomes = steps.map(({ outcome }) => outcome).join(" and ");
    it(`shows “${sentence}” after steps that ${outcomes}`, () => {
      const queryClient = createQueryClient(60_000);
      queryClient.setQueryData(revisionCheckQueryOptions(signed).queryKey, steps);
      renderComponent(<RevisionProof signed={signed} />, { queryClient });
      const shown = () => words(document.querySelector("[role=status] strong") ?? undefined);
      expect(shown()).to.equal(sentence);
      expect(words(document.querySelector(".revision-proof > *") ?? undefined)).to.equal(sentence);
      cleanup();
      renderComponent(<RevisionProof signed={{ ...signed, narrative: "Ash." }} />, { queryClient });
      expect(shown()).to.equal(`Checking with the node at ${siteHost}…`);
    });
  }

  it("does not verify with a node on a different chain", async () => {
    stubResponses(async (_, init) => {
      const { id, method } = JSON.parse(String(init?.body));
      return Response.json({
        jsonrpc: "2.0",
        id,
        result: method === "eth_chainId" ? "0x1" : "0x9",
      });
    });
    renderComponent(<RevisionProof signed={signed} />);
    const steps = await screen.findByRole("list", { name: /^According to the node/ });
    expect(words(steps)).to.contain("chain 1");
  });

  it("saves the signed revision and its text as files, and revokes each URL after ten seconds", async () => {
    const files: Blob[] = [];
    const downloads: string[] = [];
    const revoked: string[] = [];
    mock.method(URL, "createObjectURL", (file: Blob) => {
      files.push(file);
      return "blob:signed revision";
    });
    mock.method(URL, "revokeObjectURL", (url: string) => revoked.push(url));
    mock.method(HTMLAnchorElement.prototype, "click", function (this: HTMLAnchorElement) {
      downloads.push(`${this.download} from ${this.href}`);
    });
    const { press } = renderComponent(<RevisionProof signed={signed} />);
    await press("Copy proof");
    expect(JSON.parse(await navigator.clipboard.readText())).to.deep.equal(signed);
    mock.timers.enable({ apis: ["setTimeout"] });
    fireEvent.click(button("Save proof (JSON)"));
    expect(downloads).to.deep.equal(["drifter-7-revision-2.json from blob:signed revision"]);
    mock.timers.tick(9_999);
    expect(revoked).to.deep.equal([]);
    mock.timers.tick(1);
    expect(revoked).to.deep.equal(["blob:signed revision"]);
    fireEvent.click(button("Save text (Markdown)"));
    expect(downloads[1]).to.equal("drifter-7-revision-2.md from blob:signed revision");
    expect(files.map(({ type }) => type)).to.deep.equal(["application/json", "text/markdown"]);
    expect(JSON.parse((await files[0]?.text()) ?? "")).to.deep.equal(signed);
    expect(await files[1]?.text()).to.equal("Dust.");
  });
});
