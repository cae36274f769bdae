import { expect } from "chai";
import { BaseError, HttpRequestError, RpcRequestError, TimeoutError } from "viem";
import { RpcEndpointError } from "#protocol/rpcEndpointError";
import { UsageError } from "../../scripts/shared/commandLine/usageError.ts";
import { describeNodeError } from "../../scripts/shared/nodeErrors.ts";

const url = "http://node/key";
const http = new HttpRequestError({ url, details: "fetch failed to http://node/key" });
const error = { code: -32000, message: "header not found" };

describe("describeNodeError", () => {
  for (const [name, failure, sentence] of [
    ["a request without a response", http, /^Can't reach the network: .* fetch failed to NODE/],
    ["a timeout", new TimeoutError({ body: {}, url }), /^Can't reach the network: .*too long/],
    ["a transport's error behind others", new BaseError("Call failed.", { cause: http }), /^Can't/],
    ["an error of the node", new RpcRequestError({ body: {}, url, error }), /^The node rejected/],
    ["a faulty endpoint", new RpcEndpointError("It serves chain 2."), /^The node rejected .* 2\.$/],
    ["invalid usage", new UsageError("There is no phase “First Dusk”."), undefined],
    ["a fault of the program", new TypeError("fetch failed"), undefined],
  ] as const) {
    it(`${sentence ? "describes" : "does not describe"} ${name}`, () => {
      const text = describeNodeError(failure, (each) => each.replaceAll(url, "NODE"));
      if (sentence) expect(text).to.match(sentence);
      else expect(text).to.equal(undefined);
    });
  }
});
