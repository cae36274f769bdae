import { expect } from "chai";
import type { Connector } from "wagmi";
import { installedWallets, walletAppearance } from "../../../web/src/wallet/installedWallets.ts";

// Safety: the code under test reads these fields only.
const connector = (entry: object) => ({ type: "injected", ...entry }) as unknown as Connector;
const plain = (provider: unknown) =>
  connector({ id: "injected", name: "Injected", getProvider: async () => provider });
const announced = (id: string, provider: unknown) =>
  connector({ id, name: `${id} wallet`, icon: `data:${id}`, getProvider: async () => provider });

describe("installedWallets", () => {
  const idsOf = async (connectors: Connector[]) =>
    (await installedWallets(connectors)).map(({ connector: { id } }) => id);

  it("[S1.10] lists announced wallets first, then an unannounced window.ethereum", async () => {
    const connectors = [plain({}), announced("a", {}), announced("b", {})];
    expect(await idsOf(connectors)).to.deep.equal(["a", "b", "injected"]);
  });

  it("lists a wallet once if it is both announced and window.ethereum, and omits missing wallets", async () => {
    const provider = {};
    expect(await idsOf([plain(provider), announced("a", provider)])).to.deep.equal(["a"]);
    const broken = connector({ id: "broken", getProvider: () => Promise.reject(new Error("?")) });
    expect(await idsOf([plain(undefined), broken])).to.deep.equal([]);
  });

  it("omits relay wallets", async () => {
    const relay = connector({ id: "walletConnect", type: "walletConnect" });
    expect(await idsOf([relay])).to.deep.equal([]);
  });
});

describe("walletAppearance", () => {
  const listed = [
    { id: "1", name: "Rabbit", imageUrl: "https://x.example/1", injectedFlag: "isRabbit" },
  ].map((wallet) => ({ ...wallet, mobile: {}, desktop: {} }));
  const face = (provider: unknown) =>
    walletAppearance({ connector: plain(provider), provider }, listed);

  it("identifies an unannounced window.ethereum by a known flag", () => {
    expect(face({ isRabbit: true })).to.deep.equal({ name: "Rabbit", icon: "https://x.example/1" });
  });

  it("labels an unknown window.ethereum “Browser wallet”", () => {
    const other = { name: "Browser wallet", icon: undefined };
    for (const provider of [{ isRabbit: false }, {}, "isRabbit"]) {
      expect(face(provider)).to.deep.equal(other);
    }
  });
});
