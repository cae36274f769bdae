import { expect } from "chai";
import { announcement } from "../../web/src/wallet/announcement.ts";
import type { ConnectionEvent } from "../../web/src/wallet/connectionEvents.ts";
import { hardhatAccount } from "../support/injectedWallet.ts";

describe("announcement", () => {
  const { address } = hardhatAccount(2);
  const connector = { id: "hare", name: "Hare" };
  const texts: [event: ConnectionEvent, text: string][] = [
    [
      { type: "connected", address, connector, isReconnected: false },
      "Connected to Hare as 0x3C44…93BC.",
    ],
    [
      { type: "connected", address, connector, isReconnected: true },
      "Reconnected to Hare as 0x3C44…93BC.",
    ],
    [{ type: "disconnected" }, "Wallet disconnected."],
    [
      { type: "chainChanged", id: 1, unsupported: true },
      "Your wallet is on network 1, which this page does not serve.",
    ],
    [
      { type: "chainChanged", id: 31_337, unsupported: false },
      "Your wallet is on the right network.",
    ],
  ];
  for (const [event, text] of texts) {
    it(`says “${text}”`, () => {
      expect(announcement(event)).to.equal(text);
    });
  }
});
