import { mock } from "node:test";
import { fireEvent } from "@testing-library/react";
import { expect } from "chai";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import { pageSettings } from "../../support/pageSettings.ts";
import { button, refuseRequests, renderComponent, settle } from "../../support/renderComponent.tsx";

const { default: ReceiptCheck } = await import(
  "../../../web/src/narrative/receipt/ReceiptCheck.tsx"
);

describe("ReceiptCheck", () => {
  it("offers the receipt and its text as files, and frees the file's memory after ten seconds", async () => {
    refuseRequests();
    const receipt = {
      drifterId: "7",
      narrative: "Dust.",
      signedMessage: "I own Drifter 7",
      signature: "0x12",
      author: hardhatAccount(2).address,
      savedAt: "2026-05-04T10:00:00.000Z",
      blockNumber: 3,
      chainId: pageSettings.chain.id,
      contract: pageSettings.contractAddress,
      revision: 2,
    } as const;
    const files: Blob[] = [];
    const downloads: string[] = [];
    const revoked: string[] = [];
    mock.method(URL, "createObjectURL", (file: Blob) => {
      files.push(file);
      return "blob:receipt";
    });
    mock.method(URL, "revokeObjectURL", (url: string) => revoked.push(url));
    mock.method(HTMLAnchorElement.prototype, "click", function (this: HTMLAnchorElement) {
      downloads.push(`${this.download} from ${this.href}`);
    });
    renderComponent(<ReceiptCheck receipt={receipt} />);
    await settle();
    mock.timers.enable({ apis: ["setTimeout"] });
    fireEvent.click(button("Download receipt"));
    expect(downloads).to.deep.equal(["drifter-7-revision-2.json from blob:receipt"]);
    mock.timers.tick(9_999);
    expect(revoked).to.deep.equal([]);
    mock.timers.tick(1);
    expect(revoked).to.deep.equal(["blob:receipt"]);
    fireEvent.click(button("Download text"));
    expect(downloads[1]).to.equal("drifter-7-revision-2.md from blob:receipt");
    expect(files.map(({ type }) => type)).to.deep.equal(["application/json", "text/markdown"]);
    expect(JSON.parse((await files[0]?.text()) ?? "")).to.deep.equal(receipt);
    expect(await files[1]?.text()).to.equal("Dust.");
  });
});
