import { expect } from "chai";
import {
  type Api,
  account,
  problemCodeOf,
  signedSave,
  startApi,
} from "../../support/api/apiFixture.ts";

// The chain is unreachable, so an accepted save gets 503, and one above the limit 429.
const accepted = "503 chain.unavailable";
const tooMany = "429 rate.limited";

describe("rate-limited client address", () => {
  let api: Api;
  afterEach(() => api.close());

  const start = async (trustProxyHops: number) => {
    api = await startApi({ rpcUrls: ["http://127.0.0.1:1"], trustProxyHops, savesPerMinute: 1 });
  };
  // `X-Forwarded-For` values sent in order; “!” marks requests above the limit.
  for (const [hops, title, claims] of [
    [
      0,
      "uses the connection's address without a proxy, regardless of the header",
      ["", "!192.0.2.1"],
    ],
    [1, "uses the connection's address when the proxy sends no header", ["", "!"]],
    [
      1,
      "uses the last address, which the proxy appended",
      [
        ...["192.0.2.1", "192.0.2.2", "!192.0.2.1", "!198.51.100.9, 192.0.2.1"],
        ...["!192.0.2.3, 198.51.100.9, 192.0.2.2", "192.0.2.1, 192.0.2.4"],
      ],
    ],
    [
      2,
      "uses the second to last address behind two proxies",
      [
        ...["192.0.2.1, 10.0.0.1", "192.0.2.2, 10.0.0.1", "!192.0.2.1, 10.0.0.2"],
        ...["!198.51.100.9, 192.0.2.1, 10.0.0.1", "192.0.2.1, 192.0.2.3, 10.0.0.1"],
      ],
    ],
    [
      1,
      "groups IPv6 addresses by network, but not IPv4-mapped ones",
      [
        ...["2001:db8:0:1::1", "!2001:db8:0:1::2", "2001:db8:0:2ff::1"],
        ...["::ffff:192.0.2.1", "::ffff:192.0.2.2", "!::ffff:192.0.2.1"],
      ],
    ],
    [
      1,
      "ignores the port and the zone that some proxies append",
      [
        ...["192.0.2.1:4711", "!192.0.2.1:4712", "!192.0.2.1"],
        ...["[2001:db8::1]:4711", "![2001:db8::1]", "!2001:db8::1%eth0"],
      ],
    ],
    [
      1,
      "groups all invalid addresses",
      ["unknown", "!_hidden1", "!192.0.2.1.example", "![]:1", "!999.0.2.1"],
    ],
  ] as const) {
    it(title, async () => {
      await start(hops);
      const request = await signedSave(account(2), "7", "Dust.");
      for (const marked of claims) {
        const claim = marked.replace("!", "");
        const response = await api.save(request, claim === "" ? {} : { "x-forwarded-for": claim });
        const expected = marked.startsWith("!") ? tooMany : accepted;
        expect(await problemCodeOf(response), claim).to.equal(expected);
      }
    });
  }
});
