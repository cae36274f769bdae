import { expect } from "chai";
import {
  type Api,
  account,
  problemCodeOf,
  signedSave,
  startApi,
} from "../../support/api/apiFixture.ts";

// The chain is unreachable, so an accepted save gets 503, and one above the limit 429.
const lookedAt = "503 chain.unavailable";
const tooMany = "429 rate.limited";

describe("the client address that saves are rate-limited by", () => {
  let api: Api;
  afterEach(() => api.close());

  const start = async (trustProxyHops: number) => {
    api = await startApi({ rpcUrls: ["http://127.0.0.1:1"], trustProxyHops, savesPerMinute: 1 });
  };
  const saveFor = async (forwardedFor?: string) => {
    const request = await signedSave(account(2), "7", "Dust.");
    const headers = forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor };
    return problemCodeOf(await api.save(request, headers));
  };

  for (const { hops, title, attempts } of [
    {
      hops: 0,
      title: "is the connection's without a proxy, whatever the client claims",
      attempts: [
        { claim: undefined, answer: lookedAt },
        { claim: "192.0.2.1", answer: tooMany },
        { claim: "192.0.2.2", answer: tooMany },
      ],
    },
    {
      hops: 1,
      title: "is the one that the proxy wrote, which is the last",
      attempts: [
        { claim: "192.0.2.1", answer: lookedAt },
        { claim: "192.0.2.2", answer: lookedAt },
        { claim: "192.0.2.1", answer: tooMany },
        { claim: "198.51.100.9, 192.0.2.1", answer: tooMany },
        { claim: "192.0.2.3, 198.51.100.9, 192.0.2.2", answer: tooMany },
        { claim: "192.0.2.1, 192.0.2.4", answer: lookedAt },
      ],
    },
    {
      hops: 2,
      title: "is the last but one behind two proxies",
      attempts: [
        { claim: "192.0.2.1, 10.0.0.1", answer: lookedAt },
        { claim: "192.0.2.2, 10.0.0.1", answer: lookedAt },
        { claim: "192.0.2.1, 10.0.0.2", answer: tooMany },
        { claim: "198.51.100.9, 192.0.2.1, 10.0.0.1", answer: tooMany },
        { claim: "192.0.2.1, 192.0.2.3, 10.0.0.1", answer: lookedAt },
      ],
    },
    {
      hops: 1,
      title: "is one for a whole network of IPv6, and each its own for IPv4 written as IPv6",
      attempts: [
        { claim: "2001:db8:0:1::1", answer: lookedAt },
        { claim: "2001:db8:0:1::2", answer: tooMany },
        { claim: "2001:db8:0:2ff::1", answer: lookedAt },
        { claim: "::ffff:192.0.2.1", answer: lookedAt },
        { claim: "::ffff:192.0.2.2", answer: lookedAt },
        { claim: "::ffff:192.0.2.1", answer: tooMany },
      ],
    },
    {
      hops: 1,
      title: "is without the port and the zone that some proxies write",
      attempts: [
        { claim: "192.0.2.1:4711", answer: lookedAt },
        { claim: "192.0.2.1:4712", answer: tooMany },
        { claim: "192.0.2.1", answer: tooMany },
        { claim: "[2001:db8::1]:4711", answer: lookedAt },
        { claim: "[2001:db8::1]", answer: tooMany },
        { claim: "2001:db8::1%eth0", answer: tooMany },
      ],
    },
    {
      hops: 1,
      title: "is one for all that is no address",
      attempts: [
        { claim: "unknown", answer: lookedAt },
        { claim: "_hidden1", answer: tooMany },
        { claim: "192.0.2.1.example", answer: tooMany },
        { claim: "[]:1", answer: tooMany },
        { claim: "999.0.2.1", answer: tooMany },
      ],
    },
  ]) {
    it(title, async () => {
      await start(hops);
      for (const { claim, answer } of attempts) {
        expect(await saveFor(claim), claim).to.equal(answer);
      }
    });
  }

  it("is the connection's when the proxy sends no header", async () => {
    await start(1);
    expect(await saveFor()).to.equal(lookedAt);
    expect(await saveFor()).to.equal(tooMany);
  });
});
