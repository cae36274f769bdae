import { expect } from "chai";
import { concat, encodeFunctionData, type Hex, serializeErc6492Signature } from "viem";
import { WalletFactory__factory } from "#chain/factories/mocks/WalletFactory__factory";
import type { SigningWallet } from "#chain/mocks/SigningWallet";
import type { WalletFactory } from "#chain/mocks/WalletFactory";
import { narrativeMessage } from "#protocol/narrativeMessage";
import type { ApiProblem, NarrativeSaveRequest } from "#protocol/responses";
import {
  type Api,
  account,
  type Fixture,
  problemCodeOf,
  recordOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { type Fault, type FaultyRpc, faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";

/** A fault in the node's responses to some methods, or to all. */
interface Outage {
  name: string;
  fault: (...methods: string[]) => Fault;
}

/** Unreadable responses; each method's response is parsed differently. */
const unreadable: readonly Outage[] = [
  { name: "answers without a result", fault: faults.respondsWithNothing },
  { name: "answers null", fault: (...methods) => faults.answers(null, ...methods) },
  { name: "answers words", fault: (...methods) => faults.answers("soon", ...methods) },
  { name: "answers empty bytes", fault: (...methods) => faults.answers("0x", ...methods) },
];

const lost: Outage = { name: "drops the connection", fault: faults.dropsTheConnection };

/** Failures of every kind, for one method: transport failures are handled alike for all. */
const outages: readonly Outage[] = [
  ...unreadable,
  lost,
  { name: "responds with a web page", fault: faults.sendsHtml },
  { name: "limits the rate", fault: faults.limitsTheRate },
  { name: "reports an internal error", fault: fails(-32603, "Internal error") },
  { name: "has lost the block", fault: fails(-32000, "header not found") },
  { name: "limits the rate in JSON", fault: fails(-32005, "limit exceeded") },
];

/** Failures for all further methods. */
const fewOutages: readonly Outage[] = [...unreadable, lost];

function fails(code: number, message: string): Outage["fault"] {
  return (...methods) => faults.fails({ code, message }, ...methods);
}

/** Services in front of a faulty endpoint, for all tests of the surrounding `describe`. */
function useApis(fixture: Fixture, rpc: FaultyRpc) {
  // Safety: complete before the first test runs.
  const api = {} as Api;
  /** Gives up on a silent chain after 200 ms. */
  const shortTimeoutApi = {} as Api;
  before("start the services", async () => {
    const rpcUrls: [string] = [rpc.url];
    Object.assign(api, await startApiFor(fixture, { rpcUrls }));
    Object.assign(
      shortTimeoutApi,
      await startApiFor(fixture, { rpcUrls, chainTimeoutMilliseconds: 200 }),
    );
  });
  after("close the services", () => Promise.all([api.close(), shortTimeoutApi.close()]));

  /** Saves while `fault` lasts: the service rejects it with 503 and stores nothing. */
  const expectUndecided = async (service: Api, request: NarrativeSaveRequest, fault: Fault) => {
    rpc.behave(fault);
    const response = await service.save(request);
    expect(Number(response.headers.get("retry-after"))).to.be.greaterThan(0);
    expect(await problemCodeOf(response)).to.equal("503 chain.unavailable");
    const story = await service.get(`/api/narrative/${request.drifterId}`);
    expect(await problemCodeOf(story)).to.equal("404 narrative.not_found");
    rpc.behave();
  };
  return { api, shortTimeoutApi, expectUndecided };
}

const owner = account(2);
const stranger = account(3);
const keepers = [account(4), account(5)] as const;

describe("a save by a contract wallet", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  const { api, expectUndecided } = useApis(fixture, rpc);

  describe("that is deployed", () => {
    let wallet: SigningWallet;
    let drifterId: string;
    beforeEach(async () => {
      const [first, second] = keepers;
      wallet = await fixture.chain.ethers.deployContract("SigningWallet", [
        first.address,
        second.address,
      ]);
      drifterId = await fixture.giveToken(owner.address);
      await fixture.contract
        .connect(await fixture.chain.ethers.getSigner(owner.address))
        .transferFrom(owner.address, await wallet.getAddress(), drifterId);
    });

    it("[S6.5] [D13] accepts a signature that the wallet accepts, with the wallet as the author", async () => {
      const response = await api.save(await signedByBoth(drifterId, "We two decided."));
      expect(response.status).to.equal(200);
      expect((await recordOf(response)).author).to.equal(await wallet.getAddress());
    });

    it("[S6.3] rejects a signature of more than 16 KiB or half a byte without an RPC call", async () => {
      const request = await signedByBoth(drifterId, "Long.");
      const digits = { asked: 2 * 16_384, unasked: 2 * 16_384 + 2, half: 2 * 16_384 - 1 };
      const asked: boolean[] = [];
      for (const count of Object.values(digits)) {
        rpc.behave();
        const response = await api.save({ ...request, signature: `0x${"a".repeat(count)}` });
        expect(await problemCodeOf(response)).to.equal("422 signature.invalid");
        asked.push(rpc.requests.length > 0);
      }
      expect(asked).to.deep.equal([true, false, false]);
    });

    it("limits failed signature checks by a contract wallet, but not by an account without code", async () => {
      await using strict = await startApiFor(fixture, { savesPerTokenPerMinute: 2 });
      const other = await fixture.giveToken(owner.address);
      const rejections: string[] = [];
      for (const id of [drifterId, drifterId, drifterId, other, other, other]) {
        const rejected = await strict.save(await signedSave(stranger, id, "Mine."));
        const { code, detail } = (await rejected.json()) as ApiProblem;
        rejections.push(code === "rate.limited" ? detail : code);
      }
      expect(rejections).to.deep.equal([
        "owner.mismatch",
        "owner.mismatch",
        "The wallet that owns this drifter rejected signatures too often. Retry-After says when to try again.",
        // An owner without code is no wallet to check.
        ...Array(3).fill("owner.mismatch"),
      ]);
      expect((await strict.save(await signedSave(owner, other, "Ours."))).status).to.equal(200);
    });

    it("[S6.2] rejects one keeper's signature alone with 403", async () => {
      const response = await api.save(await signedSave(keepers[0], drifterId, "I decided."));
      expect(await problemCodeOf(response)).to.equal("403 owner.mismatch");
    });

    it("[S6.3] rejects the keepers' signatures over another text with 422", async () => {
      const { signature } = await signedByBoth(drifterId, "This.");
      const response = await api.save({ ...(await signedByBoth(drifterId, "That.")), signature });
      expect(await problemCodeOf(response)).to.equal("422 signature.invalid");
    });

    for (const method of ["eth_getCode", "eth_call"]) {
      const faultTowardsWallet = async (fault: (...methods: string[]) => Fault) => {
        const address = await wallet.getAddress();
        const failing = fault(method);
        const only: Fault = (call, response) =>
          isAbout(address, call.params) && failing(call, response);
        return only;
      };

      for (const { name, fault } of method === "eth_call" ? outages : fewOutages) {
        // An empty result means that there is no code, or that the wallet returned nothing.
        if (name === "answers empty bytes") continue;
        it(`[S7.11] [D13] returns 503 while the chain ${name} (${method} to the wallet), and saves afterwards`, async () => {
          const request = await signedByBoth(drifterId, "Not now.");
          await expectUndecided(api, request, await faultTowardsWallet(fault));
          expect((await api.save(request)).status).to.equal(200);
        });
      }
    }
  });

  describe("that is not deployed yet", () => {
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
      drifterId = await fixture.giveToken(wallet);
    });

    const wrapped = async (narrative: string, data: Hex = make) => {
      const request = await signedByBoth(drifterId, narrative);
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

    it("[S6.3] rejects the same signature without its factory", async () => {
      const response = await api.save(await signedByBoth(drifterId, "Who are you?"));
      expect(await problemCodeOf(response)).to.equal("422 signature.invalid");
      // The first two are sent at once, in any order.
      const [first, second, ...others] = rpc.requests;
      expect([first, second].sort()).to.deep.equal(["eth_chainId", "eth_getBlockByNumber"]);
      expect(others).to.deep.equal(["eth_call", "eth_getCode"]);
    });

    it("[S6.3] rejects the signature when its factory deploys another wallet", async () => {
      const data = encodeFunctionData({
        abi: WalletFactory__factory.abi,
        functionName: "make",
        args: [stranger.address, stranger.address],
      });
      const response = await api.save(await wrapped("Please.", data));
      expect(await problemCodeOf(response)).to.equal("422 signature.invalid");
    });

    it("[S6.5] accepts a signature made before the wallet was deployed, without calling its factory", async () => {
      const [first, second] = keepers;
      await factory.make(first.address, second.address);
      const response = await api.save(await wrapped("Here now.", "0xdeadbeef"));
      expect(response.status).to.equal(200);
    });
  });
});

/** A save that both keepers of a wallet have signed. */
async function signedByBoth(drifterId: string, narrative: string): Promise<NarrativeSaveRequest> {
  const signedMessage = narrativeMessage(drifterId, narrative);
  const signatures = await Promise.all(
    keepers.map((keeper) => keeper.signMessage({ message: signedMessage })),
  );
  return { drifterId, narrative, signedMessage, signature: concat(signatures) };
}

/** Whether a call concerns `address`: its target, or the account that it reads. */
function isAbout(address: string, [about]: readonly unknown[]): boolean {
  const target = typeof about === "object" && about !== null && "to" in about ? about.to : about;
  return String(target).toLowerCase() === address.toLowerCase();
}
