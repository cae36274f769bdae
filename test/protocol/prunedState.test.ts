import { expect } from "chai";
import { CallExecutionError, RpcRequestError } from "viem";
import { isPrunedState } from "#protocol/rpcEndpointError";

const said = (message: string) =>
  new RpcRequestError({ body: {}, error: { code: -32_000, message }, url: "" });

describe("isPrunedState", () => {
  it("recognizes the messages of nodes without old state", () => {
    for (const message of [
      "missing trie node 5f3c (path ) state 0x5f3c is not available",
      "historical state 5f3c is not available",
      "required historical state unavailable (reexec=128)",
      "old data not available due to pruning",
      "No state available for block 0x5f3c",
      "World state unavailable",
      "state at block #9 is pruned",
    ]) {
      expect(isPrunedState(said(message)), message).to.equal(true);
      const inside = new CallExecutionError(said(message), {} as never);
      expect(isPrunedState(inside), message).to.equal(true);
    }
  });

  it("recognizes no other failure", () => {
    for (const message of ["execution reverted", "execution timeout", "service unavailable"]) {
      expect(isPrunedState(said(message)), message).to.equal(false);
    }
    expect(isPrunedState(new Error("missing trie node"))).to.equal(false);
  });
});
