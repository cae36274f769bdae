import { expect } from "chai";
import type { AuthorizedOrder } from "../../../web/src/mint/purchase/purchase.ts";
import { localStore } from "../../../web/src/page/storage.ts";
import { transactionStore } from "../../../web/src/transactions/transactionStore.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { asking, idle } from "../../support/web/mintForm.tsx";
import { pageSettings } from "../../support/web/pageSettings.ts";
import { unanswered } from "../../support/web/purchase.ts";

const wallet = hardhatAccount(6).address;
const storeOf = (of = wallet) => transactionStore<AuthorizedOrder>("mint", of, localStore);

describe("transactionStore", () => {
  it("stores a transaction that a wallet may still send, only for that wallet", () => {
    const store = storeOf();
    store.write({ ...asking, unanswered });
    expect(store.read()).to.deep.equal({ ...idle, unanswered });
    expect(storeOf(hardhatAccount(7).address).read()).to.deep.equal(idle);
    store.write(idle);
    expect([store.read(), localStorage.length]).to.deep.equal([idle, 0]);
  });

  it("matches the contract case-insensitively, and ignores different worlds", () => {
    const { contract, genesisHash } = pageSettings;
    storeOf().write({ ...idle, unanswered });
    Object.assign(pageSettings, { contract: contract.toLowerCase() });
    try {
      expect(storeOf().read()).to.deep.equal({ ...idle, unanswered });
      Object.assign(pageSettings, { worldId: "another" });
      expect(storeOf().read()).to.deep.equal(idle);
      Object.assign(pageSettings, { worldId: undefined, genesisHash: "0x2" });
      expect(storeOf().read()).to.deep.equal(idle);
    } finally {
      Object.assign(pageSettings, { contract, genesisHash });
      Reflect.deleteProperty(pageSettings, "worldId");
    }
  });

  it("reports a different tab's changes to its key", () => {
    const store = storeOf();
    store.write({ ...idle, unanswered });
    let changes = 0;
    store.onChange(() => {
      changes += 1;
    });
    // Clearing the storage has no key.
    for (const key of ["cache", null, localStorage.key(0)]) {
      window.dispatchEvent(new StorageEvent("storage", { key }));
    }
    expect(changes).to.equal(1);
  });
});
