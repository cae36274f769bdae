import { expect } from "chai";
import { BaseError, createPublicClient, getAddress, http } from "viem";
import { summarise } from "../../api/src/chain.ts";
import { freePort } from "../../scripts/shared/freePort.ts";
import { account, recordOf, refusalOf, signedSave, startApiFor, useFixture } from "./apiFixture.ts";
import { fewOutages, hangs, outages, useApis } from "./chainOutages.ts";
import { faults, useFaultyRpc } from "./faultyRpc.ts";
import { ownerEverywhere, strangers } from "./strangers.ts";

const owner = account(2);
const stranger = account(3);

describe("a save while the chain fails", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  const { api, impatientApi, expectUndecided } = useApis(fixture, rpc);

  describe("given the drifter's owner has a key", () => {
    let drifterId: string;
    beforeEach(async () => {
      drifterId = await fixture.giveDrifter(owner.address);
    });

    for (const method of ["eth_chainId", "eth_getBlockByNumber", "eth_call"]) {
      for (const { name, fault } of method === "eth_call" ? outages : fewOutages) {
        it(`[S7.11] answers 503 while the chain ${name} (${method}), and saves afterwards`, async () => {
          const request = await signedSave(owner, drifterId, "Not now.");
          await expectUndecided(api, request, fault(method));
          expect((await api.save(request)).status).to.equal(200);
        });
      }

      for (const { name, fault } of hangs) {
        it(`[S7.11] answers 503 in time when the chain ${name} (${method})`, async () => {
          const request = await signedSave(owner, drifterId, "Hello?");
          await expectUndecided(impatientApi, request, fault(method));
        });
      }
    }

    it("[S7.11] answers 503 while the RPC endpoint serves another chain", async () => {
      rpc.behave(faults.answers("0x1", "eth_chainId"));
      const response = await api.save(await signedSave(owner, drifterId, "Elsewhere."));
      expect(await refusalOf(response)).to.equal("503 chain.unavailable");
    });

    it("[S7.11] answers 503, not 404, when the address has no contract", async () => {
      await using elsewhere = await startApiFor(fixture, { contractAddress: stranger.address });
      const response = await elsewhere.save(await signedSave(owner, drifterId, "Where?"));
      expect(await refusalOf(response)).to.equal("503 chain.unavailable");
    });

    for (const { name, place } of strangers) {
      it(`answers 503, and stores nothing, when the contract is ${name}`, async () => {
        const contractAddress = getAddress(await place(fixture.chain.ethers));
        await using elsewhere = await startApiFor(fixture, { contractAddress });
        const response = await elsewhere.save(
          await signedSave(ownerEverywhere, drifterId, "Which?"),
        );
        expect(Number(response.headers.get("retry-after"))).to.be.greaterThan(0);
        expect(await refusalOf(response)).to.equal("503 chain.unavailable");
        expect(await (await elsewhere.get("/api/narrative")).json()).to.deep.equal([]);
      });
    }

    it("[S7.11] answers 503, not 404, when the node reports a revert without the contract's error", async () => {
      rpc.behave(faults.fails({ code: 3, message: "execution reverted" }, "eth_call"));
      const response = await api.save(await signedSave(owner, drifterId, "Reverted?"));
      expect(await refusalOf(response)).to.equal("503 chain.unavailable");
    });

    it("reads the owner at the block in the record", async () => {
      let blockAsked: unknown;
      rpc.behave(({ method, params }) => {
        if (method === "eth_call") blockAsked = params[1];
        return false;
      });
      const record = await recordOf(await api.save(await signedSave(owner, drifterId, "Named.")));
      expect(Number(blockAsked)).to.equal(record.blockNumber);
    });

    it("reads the owner's code only when the owner's key did not sign", async () => {
      await api.save(await signedSave(owner, drifterId, "The chain is known from now on."));
      rpc.behave();
      await api.save(await signedSave(owner, drifterId, "By key."));
      expect(rpc.requests).not.to.include("eth_getCode");
      await api.save(await signedSave(stranger, drifterId, "By nobody."));
      expect(rpc.requests).to.include("eth_getCode");
    });
  });

  describe("given the chain was unreachable for a while", () => {
    it("checks for the contract again before it trusts the chain", async () => {
      const drifterId = await fixture.giveDrifter(owner.address);
      await api.save(await signedSave(owner, drifterId, "Before."));
      rpc.behave(faults.dropsTheConnection());
      await api.save(await signedSave(owner, drifterId, "Meanwhile."));
      rpc.behave(faults.answers("0x", "eth_getCode"));
      const response = await api.save(await signedSave(owner, drifterId, "After."));
      expect(await refusalOf(response)).to.equal("503 chain.unavailable");
      expect(rpc.requests).not.to.include("eth_call");

      rpc.behave();
      await api.save(await signedSave(owner, drifterId, "After."));
      expect(rpc.requests).to.include("eth_getCode");
      rpc.behave();
      expect((await api.save(await signedSave(owner, drifterId, "Later."))).status).to.equal(200);
      expect(rpc.requests).not.to.include("eth_getCode");
    });
  });

  describe("given the chain is down when the service starts", () => {
    it("starts, serves stories, and saves once the chain is reachable", async () => {
      rpc.behave(faults.dropsTheConnection());
      await using late = await startApiFor(fixture, { rpcUrls: [rpc.url] });
      expect((await late.get("/api/narrative")).status).to.equal(200);
      rpc.behave();
      const drifterId = await fixture.giveDrifter(owner.address);
      expect((await late.save(await signedSave(owner, drifterId, "Up again."))).status).to.equal(
        200,
      );
    });
  });
});

describe("the summary of an RPC error", () => {
  it("names the address that refused the connection", async () => {
    const port = await freePort();
    const transport = http(`http://127.0.0.1:${port}`, { retryCount: 0 });
    const client = createPublicClient({ transport });
    const error = await client.getChainId().catch((error: unknown) => error);
    expect(summarise(error)).to.contain(`ECONNREFUSED 127.0.0.1:${port}`);
  });

  it("is the message of an error without a cause", () => {
    expect(summarise(new BaseError("Position 42 is out of bounds."))).to.equal(
      "Position 42 is out of bounds.",
    );
  });
});
