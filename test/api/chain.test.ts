import { expect } from "chai";
import {
  BaseError,
  concat,
  createPublicClient,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  serializeErc6492Signature,
} from "viem";
import { WalletFactory__factory } from "#chain/factories/mocks/WalletFactory__factory";
import type { SigningWallet } from "#chain/mocks/SigningWallet";
import type { WalletFactory } from "#chain/mocks/WalletFactory";
import type { NarrativeSaveRequest } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { summarise } from "../../api/src/chain.ts";
import { freePort } from "../../scripts/shared/freePort.ts";
import {
  type Api,
  account,
  recordOf,
  refusalOf,
  signedSave,
  startApiFor,
  useFixture,
} from "./apiFixture.ts";
import { type Fault, faults, useFaultyRpc } from "./faultyRpc.ts";
import { ownerEverywhere, strangers } from "./strangers.ts";

const owner = account(2);
const stranger = account(3);
const keepers = [account(4), account(5)] as const;

describe("asking the chain before a save", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  let api: Api;
  /** Waits so little that tests need not wait long either; only for chains that stay silent. */
  let impatientApi: Api;

  before(async () => {
    api = await startApiFor(fixture, { rpcUrl: rpc.url });
    impatientApi = await startApiFor(fixture, { rpcUrl: rpc.url, chainTimeoutMilliseconds: 200 });
  });
  after(async () => {
    await api.close();
    await impatientApi.close();
  });

  interface Outage {
    name: string;
    fault: (...methods: string[]) => Fault;
  }
  const silences: Outage[] = [
    { name: "does not answer", fault: faults.hangs },
    { name: "stops in the middle of its answer", fault: faults.stopsHalfWay },
  ];
  const outages: Outage[] = [
    { name: "drops the connection", fault: faults.dropsTheConnection },
    { name: "answers with a web page", fault: faults.sendsHtml },
    { name: "limits the rate", fault: faults.limitsTheRate },
    { name: "answers without a result", fault: faults.answersNothing },
    { name: "answers null", fault: (...methods) => faults.answers(null, ...methods) },
    { name: "answers words", fault: (...methods) => faults.answers("soon", ...methods) },
    { name: "answers empty bytes", fault: (...methods) => faults.answers("0x", ...methods) },
    {
      name: "reports an internal error",
      fault: (...methods) => faults.fails({ code: -32603, message: "Internal error" }, ...methods),
    },
    {
      name: "has lost the block",
      fault: (...methods) =>
        faults.fails({ code: -32000, message: "header not found" }, ...methods),
    },
    {
      name: "limits the rate in JSON",
      fault: (...methods) => faults.fails({ code: -32005, message: "limit exceeded" }, ...methods),
    },
  ];

  /** Saves while `fault` lasts, and expects that nothing is decided or stored. */
  const expectUndecided = async (service: Api, request: NarrativeSaveRequest, fault: Fault) => {
    rpc.behave(fault);
    const response = await service.save(request);
    expect(Number(response.headers.get("retry-after"))).to.be.greaterThan(0);
    expect(await refusalOf(response)).to.equal("503 chain.unavailable");
    const story = await service.get(`/api/narrative/${request.drifterId}`);
    expect(await refusalOf(story)).to.equal("404 narrative.not_found");
    rpc.behave();
  };

  describe("given the drifter's owner has a key", () => {
    let drifterId: string;
    beforeEach(async () => {
      drifterId = await fixture.giveDrifter(owner.address);
    });

    for (const method of ["eth_chainId", "eth_blockNumber", "eth_call"]) {
      for (const { name, fault } of outages) {
        it(`[S7.11] answers 503 while the chain ${name} (${method}), and saves after`, async () => {
          const request = await signedSave(owner, drifterId, "Not now.");
          await expectUndecided(api, request, fault(method));
          expect((await api.save(request)).status).to.equal(200);
        });
      }

      for (const { name, fault } of silences) {
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

    it("[S7.11] answers 503, not 404, when the contract is not there", async () => {
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

    it("reads the owner at the block that the record names", async () => {
      let blockAsked: unknown;
      rpc.behave(({ method, params }) => {
        if (method === "eth_call") blockAsked = params[1];
        return false;
      });
      const record = await recordOf(await api.save(await signedSave(owner, drifterId, "Named.")));
      expect(Number(blockAsked)).to.equal(record.blockNumber);
    });

    it("asks whether the owner has code only when its key did not sign", async () => {
      await api.save(await signedSave(owner, drifterId, "The chain is known from now on."));
      rpc.behave();
      await api.save(await signedSave(owner, drifterId, "By key."));
      expect(rpc.asked).not.to.include("eth_getCode");
      await api.save(await signedSave(stranger, drifterId, "By nobody."));
      expect(rpc.asked).to.include("eth_getCode");
    });
  });

  describe("given the drifter's owner is a contract wallet", () => {
    let wallet: SigningWallet;
    let drifterId: string;
    beforeEach(async () => {
      const [first, second] = keepers;
      wallet = await fixture.chain.ethers.deployContract("SigningWallet", [
        first.address,
        second.address,
      ]);
      drifterId = await fixture.giveDrifter(owner.address);
      await fixture.contract
        .connect(await fixture.chain.ethers.getSigner(owner.address))
        .transferFrom(owner.address, await wallet.getAddress(), drifterId);
    });

    const signedByBoth = async (narrative: string) => {
      const signedMessage = narrativeMessage(drifterId, narrative);
      const signatures = await Promise.all(
        keepers.map((keeper) => keeper.signMessage({ message: signedMessage })),
      );
      return { drifterId, narrative, signedMessage, signature: concat(signatures) };
    };

    it("[S6.5] [D13] accepts what the wallet recognises, and names the wallet as author", async () => {
      const response = await api.save(await signedByBoth("We two decided."));
      expect(response.status).to.equal(200);
      expect((await recordOf(response)).author).to.equal(await wallet.getAddress());
    });

    it("[S6.3] refuses a signature of a hundred kilobytes without asking the chain", async () => {
      const signature: Hex = `0x${"ab".repeat(100_000)}`;
      const response = await api.save({ ...(await signedByBoth("Long.")), signature });
      expect(await refusalOf(response)).to.equal("422 signature.invalid");
      expect(rpc.asked).to.deep.equal([]);
    });

    it("[S6.2] refuses one keeper alone with 403", async () => {
      const response = await api.save(await signedSave(keepers[0], drifterId, "I decided."));
      expect(await refusalOf(response)).to.equal("403 owner.mismatch");
    });

    it("[S6.3] refuses the keepers' signatures over another text with 422", async () => {
      const { signature } = await signedByBoth("This.");
      const response = await api.save({ ...(await signedByBoth("That.")), signature });
      expect(await refusalOf(response)).to.equal("422 signature.invalid");
    });

    for (const method of ["eth_getCode", "eth_call"]) {
      const faultTowardsWallet = async (fault: (...methods: string[]) => Fault) => {
        const address = await wallet.getAddress();
        const failing = fault(method);
        const only: Fault = (call, response) =>
          isAbout(address, call.params) && failing(call, response);
        return only;
      };

      for (const { name, fault } of outages) {
        // An empty answer is how a node says that there is no code, or that the wallet was silent.
        if (name === "answers empty bytes") continue;
        it(`[S7.11] [D13] answers 503 while the chain ${name} (${method} to the wallet), and saves after`, async () => {
          const request = await signedByBoth("Not now.");
          await expectUndecided(api, request, await faultTowardsWallet(fault));
          expect((await api.save(request)).status).to.equal(200);
        });
      }

      for (const { name, fault } of silences) {
        it(`[S7.11] [D13] answers 503 in time when the chain ${name} (${method} to the wallet)`, async () => {
          const request = await signedByBoth("Hello?");
          await expectUndecided(impatientApi, request, await faultTowardsWallet(fault));
        });
      }
    }
  });

  describe("given the drifter's owner is a contract wallet that is still to be deployed", () => {
    let factory: WalletFactory;
    let wallet: Hex;
    let make: Hex;
    let drifterId: string;
    beforeEach(async () => {
      factory = await fixture.chain.ethers.deployContract("WalletFactory");
      const [first, second] = keepers;
      // Safety: ethers' addresses always begin with 0x.
      wallet = (await factory.addressOf(first.address, second.address)) as Hex;
      make = encodeFunctionData({
        abi: WalletFactory__factory.abi,
        functionName: "make",
        args: [first.address, second.address],
      });
      drifterId = await fixture.giveDrifter(wallet);
    });

    const signedByBoth = async (narrative: string) => {
      const signedMessage = narrativeMessage(drifterId, narrative);
      const signatures = await Promise.all(
        keepers.map((keeper) => keeper.signMessage({ message: signedMessage })),
      );
      return { drifterId, narrative, signedMessage, signature: concat(signatures) };
    };
    const wrapped = async (narrative: string, data: Hex = make) => {
      const request = await signedByBoth(narrative);
      // Safety: as above.
      const address = (await factory.getAddress()) as Hex;
      const { signature } = request;
      return { ...request, signature: serializeErc6492Signature({ address, data, signature }) };
    };

    it("[S6.5] [D13] accepts a signature that names its factory (ERC-6492), and deploys nothing", async () => {
      const response = await api.save(await wrapped("Not there yet."));
      expect(response.status).to.equal(200);
      expect((await recordOf(response)).author).to.equal(wallet);
      expect(await fixture.chain.ethers.provider.getCode(wallet)).to.equal("0x");
    });

    it("[S6.3] refuses the same signature without its factory", async () => {
      const response = await api.save(await signedByBoth("Who are you?"));
      expect(await refusalOf(response)).to.equal("422 signature.invalid");
      expect(rpc.asked).to.deep.equal([
        "eth_chainId",
        "eth_blockNumber",
        "eth_call",
        "eth_getCode",
      ]);
    });

    it("[S6.3] refuses it when its factory makes another wallet", async () => {
      const data = encodeFunctionData({
        abi: WalletFactory__factory.abi,
        functionName: "make",
        args: [stranger.address, stranger.address],
      });
      const response = await api.save(await wrapped("Please.", data));
      expect(await refusalOf(response)).to.equal("422 signature.invalid");
    });

    it("[S6.3] refuses a wrapper that holds nothing", async () => {
      const signature: Hex = `0x${"6492".repeat(16)}`;
      const response = await api.save({ ...(await signedByBoth("Empty.")), signature });
      expect(await refusalOf(response)).to.equal("422 signature.invalid");
    });

    it("[S6.2] never lets a key's owner be spoken for by a factory", async () => {
      const other = await fixture.giveDrifter(owner.address);
      const { signedMessage, signature } = await signedSave(stranger, other, "Mine now.");
      // Safety: as above.
      const address = (await factory.getAddress()) as Hex;
      const response = await api.save({
        drifterId: other,
        narrative: "Mine now.",
        signedMessage,
        signature: serializeErc6492Signature({ address, data: make, signature }),
      });
      expect(await refusalOf(response)).to.equal("422 signature.invalid");
    });

    it("[S6.5] accepts a signature made before the wallet was deployed, and leaves its factory alone", async () => {
      const [first, second] = keepers;
      await factory.make(first.address, second.address);
      const response = await api.save(await wrapped("Here now.", "0xdeadbeef"));
      expect(response.status).to.equal(200);
    });

    for (const { name, fault } of outages) {
      // The answer of a call that says nothing is no yes, and no outage either.
      if (name === "answers empty bytes") continue;
      it(`[S7.11] [D13] answers 503 while the chain ${name} (the call that deploys), and saves after`, async () => {
        const request = await wrapped("Not now.");
        const failing = fault("eth_call");
        await expectUndecided(api, request, (call, response) => {
          return !isAddressed(call.params) && failing(call, response);
        });
        expect((await api.save(request)).status).to.equal(200);
      });
    }
  });

  describe("given the chain did not answer for a while", () => {
    it("looks again whether the contract is there before it believes the chain", async () => {
      const drifterId = await fixture.giveDrifter(owner.address);
      await api.save(await signedSave(owner, drifterId, "Before."));
      rpc.behave(faults.dropsTheConnection());
      await api.save(await signedSave(owner, drifterId, "Meanwhile."));
      rpc.behave(faults.answers("0x", "eth_getCode"));
      const response = await api.save(await signedSave(owner, drifterId, "After."));
      expect(await refusalOf(response)).to.equal("503 chain.unavailable");
      expect(rpc.asked).not.to.include("eth_call");

      rpc.behave();
      await api.save(await signedSave(owner, drifterId, "After."));
      expect(rpc.asked).to.include("eth_getCode");
      rpc.behave();
      expect((await api.save(await signedSave(owner, drifterId, "Later."))).status).to.equal(200);
      expect(rpc.asked).not.to.include("eth_getCode");
    });
  });

  describe("given the chain is down when the service starts", () => {
    it("starts, serves stories, and saves once the chain is there", async () => {
      rpc.behave(faults.dropsTheConnection());
      await using late = await startApiFor(fixture, { rpcUrl: rpc.url });
      expect((await late.get("/api/narrative")).status).to.equal(200);
      rpc.behave();
      const drifterId = await fixture.giveDrifter(owner.address);
      expect((await late.save(await signedSave(owner, drifterId, "Up again."))).status).to.equal(
        200,
      );
    });
  });
});

/** Tells whether a call has a target; one that only deploys has none. */
function isAddressed([call]: readonly unknown[]): boolean {
  return typeof call === "object" && call !== null && "to" in call;
}

/** Tells whether a call is about `address`: its target, or the account that it asks about. */
function isAbout(address: string, [about]: readonly unknown[]): boolean {
  const target = typeof about === "object" && about !== null && "to" in about ? about.to : about;
  return String(target).toLowerCase() === address.toLowerCase();
}

describe("what an error of the chain's endpoint says in short", () => {
  it("is who refused, when nobody listens", async () => {
    const port = await freePort();
    const transport = http(`http://127.0.0.1:${port}`, { retryCount: 0 });
    const client = createPublicClient({ transport });
    const error = await client.getChainId().catch((error: unknown) => error);
    expect(summarise(error)).to.contain(`ECONNREFUSED 127.0.0.1:${port}`);
  });

  it("is nothing but what was said, when there is no more", () => {
    expect(summarise(new BaseError("Position 42 is out of bounds."))).to.equal(
      "Position 42 is out of bounds.",
    );
  });
});
