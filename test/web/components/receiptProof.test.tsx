import { mock } from "node:test";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect } from "chai";
import type { ReceiptStep } from "#protocol/receipt";
import { hardhatAccount } from "../../support/injectedWallet.ts";
import { pageSettings } from "../../support/pageSettings.ts";
import { fakeReceiptWorkers } from "../../support/receiptWorker.ts";
import { button, renderComponent, settle, textbox, words } from "../../support/renderComponent.tsx";

const { default: ReceiptProof } = await import(
  "../../../web/src/narrative/receipt/ReceiptProof.tsx"
);

const receipt = {
  drifterId: "7",
  narrative: "Dust.",
  signedMessage: "I own Drifter 7 and I am posting 5f3c",
  signature: "0x12",
  author: hardhatAccount(2).address,
  savedAt: "2026-05-04T10:00:00.000Z",
  blockNumber: 3,
  chainId: pageSettings.chain.id,
  contract: pageSettings.contractAddress,
  revision: 2,
} as const;

const signed: ReceiptStep = {
  name: "Signature",
  outcome: "passed",
  finding: "It is by the author's key.",
  basis: "receipt",
};
const owned: ReceiptStep = {
  name: "Owner",
  outcome: "passed",
  finding: "At block 3 the author owned it, by the last Transfer of block 2.",
  basis: "events",
};
const [siteNode] = pageSettings.chain.rpcUrls.default.http;
const siteHost = "127.0.0.1:8545";

describe("ReceiptProof", () => {
  let workers: ReturnType<typeof fakeReceiptWorkers> | undefined;
  afterEach(() => workers?.restore());

  async function open(
    answer: Parameters<typeof fakeReceiptWorkers>[0] = async () => [signed, owned],
  ) {
    workers = fakeReceiptWorkers(answer);
    const page = renderComponent(<ReceiptProof receipt={receipt} />);
    await settle();
    const endpoint = textbox("RPC endpoint");
    return {
      ...page,
      workers,
      endpoint,
      result: () => words(document.querySelector(".receipt__result") ?? undefined),
      async check(address: string) {
        await page.enter(endpoint, address);
        await page.press("Check");
        await settle();
      },
    };
  }

  it("says what was signed, by whom, and at which block the signer owned the drifter", async () => {
    await open();
    const facts = screen
      .getAllByRole("term")
      .map((term) => `${words(term)}: ${words(term.nextElementSibling ?? undefined)}`);
    expect(facts[0]).to.match(
      /^Signed message: I own Drifter 7 and I am posting 5f3c.*SHA-256 of the text/,
    );
    expect(facts[1]).to.contain(`Signed by: ${receipt.author}`);
    expect(facts[2]).to.equal("Signature: 0x12");
    expect(facts[3]).to.equal(
      `Owner of Drifter 7: The signer, at block 3 of Hardhat, chain 31337, by the contract ${receipt.contract}`,
    );
    expect(facts[4]).to.contain("as revision 2. The service sets both; they aren't signed.");
  });

  it("checks with the site's own node at first, and says which results rest on that node", async () => {
    const { workers, endpoint, result } = await open();
    expect(endpoint.value).to.equal(siteNode);
    const { chainId, contract: contractAddress } = receipt;
    expect(workers.questions).to.deep.equal([
      { receipt, collection: { chainId, contractAddress }, endpoint: siteNode },
    ]);
    expect(workers.running).to.equal(0);
    expect(result()).to.equal(
      `This receipt is valid, if the node at ${siteHost} tells the truth about block 3.`,
    );
    const steps = (name: string) =>
      within(screen.getByRole("list", { name }))
        .getAllByRole("listitem")
        .map((item) => words(item));
    expect(steps("Computed in your browser")).to.deep.equal([
      "Signature: passed. It is by the author's key.",
    ]);
    expect(steps(`According to the node at ${siteHost}`)).to.deep.equal([
      "Owner: passed. At block 3 the author owned it, by the last Transfer of block 2.",
    ]);
  });

  it("checks with the reader's own node, and again at each press", async () => {
    const { workers, result, check, press } = await open();
    await check(" https://node.example/v1/key ");
    expect(result()).to.contain("if the node at node.example tells");
    await press("Check");
    await settle();
    expect(workers.questions.map(({ endpoint }) => endpoint)).to.deep.equal([
      siteNode,
      "https://node.example/v1/key",
      "https://node.example/v1/key",
    ]);
  });

  it("says in a sentence why an address cannot be used, and asks nobody", async () => {
    const { workers, endpoint, check, enter } = await open();
    for (const [address, issue] of [
      ["", "Enter a URL"],
      ["node", "Enter a URL"],
      ["wss://node.example", "WebSocket"],
      ["http://node.example", "Use https"],
      ["http://localhost.example:8545", "Use https"],
      ["javascript:alert(1)", "Use https"],
      ["https://me:secret@node.example", "user name and password"],
    ] as const) {
      await check(address);
      expect(words(screen.getByRole("alert")), address).to.contain(issue);
      expect(endpoint.getAttribute("aria-invalid")).to.equal("true");
    }
    expect(workers.questions).to.have.length(1);
    await enter(endpoint, "http://localhost:8545");
    expect(screen.queryByRole("alert")).to.equal(null);
    expect(endpoint.getAttribute("aria-invalid")).to.equal("false");
  });

  const failed = { outcome: "failed" } as const;
  for (const [what, steps, sentence] of [
    ["a computed step fails", [{ ...signed, ...failed }, owned], "This receipt is invalid."],
    [
      "only the node contradicts it",
      [signed, { ...owned, ...failed }],
      `This receipt is invalid, if the node at ${siteHost} tells the truth about block 3.`,
    ],
    [
      "a step could not be checked",
      [signed, { ...owned, outcome: "not checkable" }],
      "No problems found, but some checks couldn't run.",
    ],
  ] as const satisfies [string, readonly ReceiptStep[], string][]) {
    it(`says so when ${what}`, async () => {
      expect((await open(async () => steps)).result()).to.equal(sentence);
    });
  }

  it("says that the check did not finish when its worker fails, and can try again", async () => {
    let isFailing = true;
    const { result, press } = await open(async () => {
      if (isFailing) throw new Error();
      return [signed, owned];
    });
    expect(result()).to.equal(
      "The check did not finish, so the receipt is not proved either way. Press Check to try again.",
    );
    isFailing = false;
    await press("Check");
    await settle();
    expect(result()).to.contain("This receipt is valid");
  });

  it("ends the worker on Stop and when it is closed, and keeps the focus", async () => {
    const { workers, result, press, unmount } = await open(() => new Promise(() => {}));
    expect(result()).to.equal(`Checking with the node at ${siteHost}…`);
    await press("Stop");
    await settle();
    expect(workers.running).to.equal(0);
    expect(result()).to.contain("The check did not finish");
    expect(document.activeElement).to.equal(button("Check"));
    await press("Check");
    await settle();
    expect(workers.running).to.equal(1);
    unmount();
    await settle();
    expect(workers.running).to.equal(0);
  });

  it("saves the receipt and its text as files, and frees the file's memory after ten seconds", async () => {
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
    await open();
    mock.timers.enable({ apis: ["setTimeout"] });
    fireEvent.click(button("Save receipt (JSON)"));
    expect(downloads).to.deep.equal(["drifter-7-revision-2.json from blob:receipt"]);
    mock.timers.tick(9_999);
    expect(revoked).to.deep.equal([]);
    mock.timers.tick(1);
    expect(revoked).to.deep.equal(["blob:receipt"]);
    fireEvent.click(button("Save text (Markdown)"));
    expect(downloads[1]).to.equal("drifter-7-revision-2.md from blob:receipt");
    expect(files.map(({ type }) => type)).to.deep.equal(["application/json", "text/markdown"]);
    expect(JSON.parse((await files[0]?.text()) ?? "")).to.deep.equal(receipt);
    expect(await files[1]?.text()).to.equal("Dust.");
  });
});
