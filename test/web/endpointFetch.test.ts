import { expect } from "chai";
import { createEndpointFetch } from "../../web/src/narrative/receipt/receiptChain.ts";
import { parseRpcEndpoint } from "../../web/src/narrative/receipt/rpcEndpoint.ts";
import { withFetch } from "../support/stubFetch.ts";

describe("the requests of a check of a receipt", () => {
  const url = "https://node.example/v1/key";

  /** Fails as browsers do, except for requests whose response the page cannot read. */
  async function failureOf(isListening: boolean) {
    const requests: (RequestInit | undefined)[] = [];
    const answer: typeof fetch = async (address, init) => {
      requests.push({ ...init, body: null });
      expect(new URL(String(address)).host).to.equal("node.example");
      if (init?.mode === "no-cors" && isListening) return new Response();
      throw new TypeError("Failed to fetch");
    };
    const error = await withFetch(answer, () =>
      createEndpointFetch()(url, { body: "{}" }).catch((thrown) => thrown),
    );
    return { message: error.message as string, requests };
  }

  it("send no cookies and no referrer", async () => {
    const { requests } = await failureOf(true);
    expect(requests.map((init) => init?.credentials)).to.deep.equal(["omit", "omit"]);
    expect(requests[0]?.referrerPolicy).to.equal("no-referrer");
  });

  it("tell a node that refuses web pages from one that is away", async () => {
    expect((await failureOf(true)).message).to.equal(
      "The node at node.example does not let web pages read its responses (CORS): allow this site there, use another node, or run npm run verify.",
    );
    expect((await failureOf(false)).message).to.equal(
      "Can't reach the node at node.example: check that it runs and that its address is right, or use another.",
    );
  });
});

describe("an RPC endpoint that a reader enters", () => {
  const configured = "http://192.168.1.9:8545/rpc";

  it("may be any with TLS, any on the reader's own computer, and the site's own", () => {
    for (const [address, url] of [
      ["https://node.example:8545/key", "https://node.example:8545/key"],
      [" http://127.0.0.1:8545", "http://127.0.0.1:8545/"],
      ["http://localhost", "http://localhost/"],
      ["http://192.168.1.9:8545/other", "http://192.168.1.9:8545/other"],
    ] as const) {
      expect(parseRpcEndpoint(address, configured)).to.deep.equal({ url });
    }
    for (const address of [
      "http://192.168.1.9",
      "http://127.0.0.2",
      "ftp://localhost",
      "data:,x",
    ]) {
      expect(parseRpcEndpoint(address, configured), address).to.have.property("issue");
    }
  });
});
