import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "chai";
import { startLocalChain } from "../../../scripts/world/chain/localChain.ts";

describe("local chain", () => {
  it("closes immediately despite an idle client connection", async () => {
    const chain = await startLocalChain();
    const client = connect(Number(new URL(chain.url).port), "127.0.0.1");
    try {
      await once(client, "connect");
      await chain.close();
      const error = await fetch(chain.url).catch(({ cause }) => cause);
      expect(error).to.have.property("code", "ECONNREFUSED");
    } finally {
      client.destroy();
    }
  });
});
