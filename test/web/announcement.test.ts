import { expect } from "chai";
import { announcement } from "../../web/src/wallet/announcement.ts";
import type { ConnectionEvent } from "../../web/src/wallet/connectionEvents.ts";
import { isPhone } from "../../web/src/wallet/isPhone.ts";
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

describe("isPhone", () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  afterEach(() => {
    if (own) Object.defineProperty(globalThis, "navigator", own);
  });

  const devices: [userAgent: string, maxTouchPoints: number, isPhone: boolean][] = [
    ["Mozilla/5.0 (Linux; Android 14; Pixel 7)", 5, true],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", 5, true],
    ["Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X)", 5, true],
    ["Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0)", 5, true],
    ["opera/9 (android)", 1, true],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 5, true],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 2, true],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 1, false],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 0, false],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", 10, false],
    ["Mozilla/5.0 (X11; Linux x86_64)", 0, false],
  ];
  for (const [userAgent, maxTouchPoints, expected] of devices) {
    it(`is ${expected} for ${userAgent} with ${maxTouchPoints} touch points`, () => {
      Object.defineProperty(globalThis, "navigator", {
        value: { userAgent, maxTouchPoints },
        configurable: true,
      });
      expect(isPhone()).to.equal(expected);
    });
  }
});
