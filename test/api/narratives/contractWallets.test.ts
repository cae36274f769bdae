import { expect } from "chai";
import { concat } from "viem";
import type { SigningWallet } from "#chain/mocks/SigningWallet";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import type { ApiProblem, NarrativeSaveRequest } from "#protocol/wire/responses";
import {
  type Api,
  account,
  problemCodeOf,
  recordOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { type Fault, faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";

/** Unreadable responses, which each method parses differently, and one example of all other failures. */
const outages: Record<string, (...methods: string[]) => Fault> = {
  "answers without a result": faults.respondsWithNothing,
  "answers null": (...methods) => faults.answers(null, ...methods),
  "answers words": (...methods) => faults.answers("soon", ...methods),
  "drops the connection": faults.dropsTheConnection,
};

const owner = account(2);
const stranger = account(3);
const keepers = [account(4), account(5)] as const;

describe("contract wallet save", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  let api: Api;
  before(async () => {
    api = await startApiFor(fixture, { rpcUrls: [rpc.url] });
  });
  after(() => api.close());
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

  it("[S6.3] rejects a signature above 16 KiB or with half a byte without an RPC call", async () => {
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
      // An owner without code is not a contract wallet.
      ...Array(3).fill("owner.mismatch"),
    ]);
    expect((await strict.save(await signedSave(owner, other, "Ours."))).status).to.equal(200);
  });

  it("[S6.2] rejects one of two required signatures with 403", async () => {
    const response = await api.save(await signedSave(keepers[0], drifterId, "I decided."));
    expect(await problemCodeOf(response)).to.equal("403 owner.mismatch");
  });

  for (const method of ["eth_getCode", "eth_call"]) {
    const faultTowardsWallet = async (fault: (...methods: string[]) => Fault) => {
      const address = await wallet.getAddress();
      const failing = fault(method);
      const only: Fault = (call, response) =>
        isAbout(address, call.params) && failing(call, response);
      return only;
    };

    for (const [name, fault] of Object.entries(outages)) {
      it(`[S7.11] [D13] returns 503 while the chain ${name} (${method} to the wallet), and saves afterwards`, async () => {
        const request = await signedByBoth(drifterId, "Not now.");
        rpc.behave(await faultTowardsWallet(fault));
        const response = await api.save(request);
        expect(Number(response.headers.get("retry-after"))).to.be.greaterThan(0);
        expect(await problemCodeOf(response)).to.equal("503 chain.unavailable");
        const story = await api.get(`/api/narrative/${drifterId}`);
        expect(await problemCodeOf(story)).to.equal("404 narrative.not_found");
        rpc.behave();
        expect((await api.save(request)).status).to.equal(200);
      });
    }
  }
});

/** Returns a save signed by both keepers of a wallet. */
async function signedByBoth(drifterId: string, narrative: string): Promise<NarrativeSaveRequest> {
  const signedMessage = narrativeMessage(drifterId, narrative);
  const signatures = await Promise.all(
    keepers.map((keeper) => keeper.signMessage({ message: signedMessage })),
  );
  return { drifterId, narrative, signedMessage, signature: concat(signatures) };
}

/** Whether a call's target, or the account that it reads, is `address`. */
function isAbout(address: string, [about]: readonly unknown[]): boolean {
  const target = typeof about === "object" && about !== null && "to" in about ? about.to : about;
  return String(target).toLowerCase() === address.toLowerCase();
}
