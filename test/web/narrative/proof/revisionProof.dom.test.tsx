import { mock } from "node:test";
import { fireEvent, screen } from "@testing-library/react";
import { expect } from "chai";
import { hardhatAccount } from "../../../support/web/injectedWallet.ts";
import { pageSettings } from "../../../support/web/pageSettings.ts";
import {
  button,
  rejectRequests,
  renderComponent,
  settle,
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

  it("shows what was signed, by whom, and at which block the signer owned the drifter", async () => {
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
      `Owner of Drifter 7: The signer, at block 3 of Hardhat, chain 31337, by the contract ${signed.contract}`,
    );
    expect(facts[4]).to.contain("as revision 2. The service sets both; they aren't signed.");
  });

  it("checks what the browser can compute while the site's node is unreachable, and lists what it could not check", async () => {
    renderComponent(<RevisionProof signed={signed} />);
    await settle();
    const computed = await screen.findByRole("list", { name: "Computed in your browser" });
    expect(words(computed)).to.contain("Message: failed.");
    const node = screen.getByRole("list", { name: `According to the node at ${siteHost}` });
    expect(words(node)).to.contain("Owner: not checkable. This site's node can't be read");
  });

  it("saves the signed revision and its text as files, and frees the file's memory after ten seconds", async () => {
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
    renderComponent(<RevisionProof signed={signed} />);
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
