import { expect } from "chai";
import { preferredConnector } from "../../../../web/src/wallet/installedWallets.ts";
import { viewFor } from "../../../../web/src/wallet/modal/views.ts";

describe("viewFor", () => {
  it("[S2.5] opens with the connect view while nothing is connected", () => {
    for (const status of ["disconnected", "connecting", "reconnecting", undefined] as const) {
      expect(viewFor({ status }, 31_337)).to.equal("connect");
    }
  });

  it("[S2.6] opens with the account when one is connected", () => {
    expect(viewFor({ status: "connected", chainId: 31_337 }, 31_337)).to.equal("account");
  });

  it("opens the switch-network view when the wallet is on the wrong network", () => {
    expect(viewFor({ status: "connected", chainId: 1 }, 31_337)).to.equal("switchNetwork");
  });
});

describe("preferredConnector", () => {
  const installed = [{ id: "first" }, { id: "second" }];

  for (const flag of [
    "?w3mPreferInjected",
    "?w3mPreferInjected=true",
    "?a=1&w3mPreferInjected=",
    "?a=1&w3mPreferInjected=false",
  ]) {
    it(`[S2.10] is the first installed wallet when the URL has the flag, with or without a value (${flag})`, () => {
      expect(preferredConnector(flag, installed)).to.equal(installed[0]);
    });
  }

  it("[S2.11] [S2.12] is none without the flag or without a wallet", () => {
    expect(preferredConnector("?preferInjected", installed)).to.equal(undefined);
    expect(preferredConnector("?w3mPreferInjected", [])).to.equal(undefined);
  });
});
