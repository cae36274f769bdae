import { expect } from "chai";
import { type Config, WagmiContext } from "wagmi";
import "../support/componentLoader.ts";
import { connectedConfig } from "../support/connectedWallet.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";
import { clientWithData, renderMarkup } from "../support/markup.ts";
import { MemoryStorage } from "../support/memoryStorage.ts";

const site = "http://here.example";
const holder = hardhatAccount(2).address;

describe("the developer's tools", () => {
  let panel: typeof import("../../web/src/dev/DevAccounts.tsx");

  before(async () => {
    const window = { fetch: () => Promise.reject(new Error("No fault answered.")) };
    Object.assign(globalThis, {
      window,
      sessionStorage: new MemoryStorage(),
      location: new URL(site),
    });
    panel = await import("../../web/src/dev/DevAccounts.tsx");
    Reflect.deleteProperty(globalThis, "window");
  });
  after(() => {
    for (const name of ["sessionStorage", "location"]) Reflect.deleteProperty(globalThis, name);
  });

  describe("list the local accounts", () => {
    const [admin, signer, other] = [0, 1, 5].map((index) => hardhatAccount(index).address);
    const rows = [
      { address: admin, number: 0, drifters: [], part: "administrator" },
      { address: signer, number: 1, drifters: [], part: "signer" },
      { address: holder, number: 2, drifters: [7n], part: undefined },
      { address: other, number: 3, drifters: [], part: undefined },
    ];
    async function listed(accounts: readonly object[] | undefined) {
      const client = clientWithData();
      if (accounts) client.setQueryData(["devAccounts"], accounts);
      else {
        const queryFn = () => Promise.reject(new Error("Away."));
        await client.prefetchQuery({ queryKey: ["devAccounts"], queryFn });
      }
      const config: Config = connectedConfig(holder, {});
      const { default: DevAccounts } = panel;
      return renderMarkup(
        // Safety: a configuration of the page's chain.
        <WagmiContext value={config as never}>
          <DevAccounts />
        </WagmiContext>,
        client,
      );
    }

    it("owners first, then accounts with a role, and the others in a collapsed list", async () => {
      const { all, role, elements } = await listed(rows);
      const short = (address = "") => `${address.slice(0, 6)}…${address.slice(-4)}`;
      expect(all("button").map(({ text }) => text)).to.deep.equal([
        `Account 2 ${short(holder)}drifter 7`,
        `Account 0 administrator${short(admin)}no drifters`,
        `Account 1 signer${short(signer)}no drifters`,
        `Account 3 ${short(other)}no drifters`,
      ]);
      expect(all("em").map(({ text }) => text)).to.deep.equal(["administrator", "signer"]);
      const pressed = all("button").map(({ attributes }) => attributes["aria-pressed"]);
      expect(pressed).to.deep.equal(["true", "false", "false", "false"]);
      expect(all("summary").map(({ text }) => text)).to.deep.equal(["1 more, without drifters"]);
      expect(role("alert")).to.deep.equal([]);
      const title = elements[0]?.attributes["aria-labelledby"];
      expect(all("h3").map(({ attributes }) => attributes.id)).to.deep.equal([title]);
    });
  });
});
