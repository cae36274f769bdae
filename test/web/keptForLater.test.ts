import { expect } from "chai";
import { transactionMemory } from "../../web/src/transactions/rememberedTransaction.ts";
import { isPending, type TransactionState } from "../../web/src/transactions/transactionState.ts";
import "../support/componentLoader.ts";
import { MemoryStorage } from "../support/memoryStorage.ts";
import { pageSettings } from "../support/pageSettings.ts";
import { sent } from "../support/purchaseModel.ts";

describe("this tab's transaction", () => {
  const settings: { genesisHash: string; contractAddress: string } = pageSettings;
  const { genesisHash, contractAddress } = settings;

  beforeEach(() => Object.assign(globalThis, { sessionStorage: new MemoryStorage() }));
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "sessionStorage");
    Object.assign(settings, { genesisHash, contractAddress });
  });

  it("is stored by its purpose until it has ended", () => {
    const memory = transactionMemory("phases");
    expect(memory.read()).to.equal(undefined);
    memory.write({ ...sent, value: 8n });
    expect(memory.read()).to.deep.equal({ ...sent, value: 8n });
    expect(transactionMemory("else").read()).to.equal(undefined);
    memory.write(undefined);
    expect(memory.read()).to.equal(undefined);
  });

  for (const [what, other] of [
    ["chain with another genesis", { genesisHash: `0x${"2".repeat(64)}` }],
    ["contract", { contractAddress: `0x${"3".repeat(40)}` }],
  ] as const) {
    it(`is not restored on another ${what}`, () => {
      const memory = transactionMemory("phases");
      memory.write(sent);
      Object.assign(settings, other);
      expect(memory.read()).to.equal(undefined);
    });
  }

  it("counts as none if what is stored is damaged", () => {
    sessionStorage.setItem("transaction:phases", "{");
    expect(transactionMemory("phases").read()).to.equal(undefined);
  });

  it("is in progress from the simulation until it is mined", () => {
    const steps = ["idle", "checking", "asking", "sent", "confirmed", "refused"] as const;
    // Safety: only the step is read.
    const underWay = steps.filter((step) => isPending({ step } as TransactionState));
    expect(underWay).to.deep.equal(["checking", "asking", "sent"]);
  });
});
