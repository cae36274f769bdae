import { expect } from "chai";
import type { MintExplanation } from "#protocol/sale/explainMint";
import { unsupported } from "#protocol/sale/simulate";
import { WalletContext } from "../../web/src/wallet/useWallet.ts";
import "../support/componentLoader.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";
import { askingClient, type Mounted, mounted } from "../support/mount.ts";
import "../support/pageSettings.ts";
import { saleFacts } from "../support/saleFacts.ts";
import { withFetch } from "../support/stubFetch.ts";

const { Sale } = await import("../../web/src/mint/Sale.tsx");
const { default: MintPage } = await import("../../web/src/mint/MintPage.tsx");

const [first, second] = [6, 7].map((index) => hardhatAccount(index).address);
if (!first || !second) throw new Error("There are two accounts.");
const sale = saleFacts();
const facts = "The wallet holds nothing.";
const funds = { rule: "funds", title: "Funds", facts, result: "failed", reasons: [], fix: "Add." };

/** What the node has said at block 9 of a mint of one by a wallet. */
function explain(wallet: typeof first, qty = 1n): MintExplanation {
  const results = [funds];
  const rest = { canMint: false, blockNumber: 9n, value: sale.price, sale, whatIf: [] };
  // Safety: a rule of this test.
  return { ...rest, wallet, qty, results } as unknown as MintExplanation;
}

function known(answers: readonly [wallet: string | undefined, data: MintExplanation | null][]) {
  const queryClient = askingClient();
  queryClient.setDefaultOptions({ queries: { staleTime: 60_000, retry: false } });
  for (const [wallet, data] of answers) {
    const key = { wallet, qty: "1", value: "undefined", authorization: undefined, whatIf: [] };
    queryClient.setQueryData(["mint explanation", key, "9"], data);
  }
  return queryClient;
}

const away = () => Promise.reject(new TypeError("Failed to fetch"));
const walletOf = (address: typeof first | undefined) =>
  ({
    status: address ? "connected" : "disconnected",
    address,
    chainId: 31_337,
    openDialog() {},
    preload() {},
  }) as const;
const saleFor = (address: typeof first | undefined) => (
  <WalletContext value={walletOf(address)}>
    <Sale sale={sale} blockNumber={9n} />
  </WalletContext>
);

async function withSale(
  answers: Parameters<typeof known>[0],
  work: (page: Mounted) => Promise<void>,
): Promise<void> {
  const queryClient = known(answers);
  await withFetch(away, () => mounted(saleFor(first), work, { queryClient }));
}

describe("the sale", () => {
  it("blocks a mint whose simulation fails, says why, and opens the explanation", () =>
    withSale([[first, explain(first)]], async (page) => {
      expect(page.named("Mint 1 drifter").disabled).to.equal(true);
      expect(page.role("status").join()).to.contain(`${facts} Add.`);
      expect(page.all("details").some(({ open }) => open)).to.equal(true);
      expect(page.words()).to.contain("This mint would fail.");
    }));

  it("says nothing of another wallet, or of another quantity, until the node has answered", () =>
    withSale([[first, explain(first)]], async (page) => {
      await page.show(saleFor(second));
      expect(page.role("status").join()).not.to.contain(facts);
      expect(page.named("Mint 1 drifter").disabled).to.equal(false);
      await page.show(saleFor(first));
      expect(page.named("Mint 1 drifter").disabled).to.equal(true);
      await page.click("One more");
      expect(page.role("status").join()).not.to.contain(facts);
      expect(page.named("Mint 2 drifters").disabled).to.equal(false);
    }));

  it("says that the node cannot simulate in place of an explanation", () =>
    withSale([[first, null]], async (page) => {
      expect(page.words()).to.contain(unsupported);
      expect(page.words()).not.to.contain("Why can't I mint?");
      expect(page.named("Mint 1 drifter").disabled).to.equal(false);
    }));
});

describe("the page of the sale", () => {
  it("has its title, and says that what it shows may be old while the network is away", async () => {
    const queryClient = known([]);
    queryClient.setQueryData(["sale"], { blockNumber: 9n, sale });
    await withFetch(away, () =>
      mounted(
        <WalletContext value={walletOf(undefined)}>
          <MintPage />
        </WalletContext>,
        async (page) => {
          expect(page.document.title).to.match(/^Mint/);
          expect(page.words()).to.contain("Minting is on").and.not.contain("Loading the sale");
          expect(page.all("a").map((link) => link.getAttribute("href"))).to.include("/phases");
        },
        { queryClient },
      ),
    );
  });
});
