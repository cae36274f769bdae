import { expect } from "chai";
import { numberToHex } from "viem";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import type { NarrativeListItem, NarrativeSaveRequest } from "#protocol/wire/responses";
import { createRandom } from "../../../scripts/shared/random.ts";
import { startLocalChain } from "../../../scripts/world/chain/localChain.ts";
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
import { isSoak } from "../../support/search.ts";
import { until } from "../../support/until.ts";

const owner = account(2);

/** RPC methods that the service calls for a save. */
const everyMethod = ["eth_chainId", "eth_getBlockByNumber", "eth_call"];

/** Failures of the node or its proxy, none of which affects readers. */
describe("service with a failing node", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  let api: Api;
  /** Starts a service with a short node timeout, so that tests of unresponsive nodes stay fast. */
  let shortTimeoutApi: Api;
  let savedDrifterId: string;
  let drifterId: string;
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => rejections.push(reason);

  before(async () => {
    process.on("unhandledRejection", onRejection);
    api = await startApiFor(fixture, { rpcUrls: [rpc.url] });
    shortTimeoutApi = await startApiFor(fixture, {
      rpcUrls: [rpc.url],
      chainTimeoutMilliseconds: 750,
    });
    savedDrifterId = await fixture.giveToken(owner.address);
    const firstSave = await signedSave(owner, savedDrifterId, "Told before.");
    for (const service of [api, shortTimeoutApi]) await untilSaved(service, firstSave);
  });
  after(async () => {
    await api.close();
    await shortTimeoutApi.close();
    process.off("unhandledRejection", onRejection);
    expect(rejections).to.deep.equal([]);
  });
  beforeEach(async () => {
    drifterId = await fixture.giveToken(owner.address);
  });

  /** Uses a longer timeout, because a busy machine may exceed the short one without a fault. */
  const untilSaved = (service: Api, request: NarrativeSaveRequest) =>
    until(async () => (await service.save(request)).ok);
  /** Expects a 503 with Retry-After and problem details. */
  const expectUnavailable = async (response: Response) => {
    expect(response.headers.get("content-type")).to.match(/^application\/problem\+json/);
    expect(Number(response.headers.get("retry-after"))).to.be.greaterThan(0);
    expect(await problemCodeOf(response)).to.equal("503 chain.unavailable");
  };
  const expectReadsUntouched = async (service: Api) => {
    const list: NarrativeListItem[] = await (await service.get("/api/narrative")).json();
    const listed = list.map((item) => item.drifterId);
    expect(listed).to.include(savedDrifterId).and.not.to.include(drifterId);
    expect((await service.get(`/api/narrative/${savedDrifterId}`)).status).to.equal(200);
    const story = await service.get(`/api/narrative/${drifterId}`);
    expect(await problemCodeOf(story)).to.equal("404 narrative.not_found");
  };
  const anotherOwner = `0x${"00".repeat(31)}01`;

  interface Weather {
    name: string;
    fault: (...methods: string[]) => Fault;
  }
  const hangs: Weather[] = [
    { name: "hangs", fault: faults.hangs },
    { name: "sends its response byte by byte", fault: faults.drips },
    { name: "stops half-way and stays silent", fault: faults.stopsHalfWay },
  ];
  const failures: Weather[] = [
    { name: "drops the connection", fault: faults.dropsTheConnection },
    { name: "resets the connection half-way", fault: faults.resetsHalfWay },
    { name: "ends its JSON half-way", fault: faults.endsHalfWay },
    { name: "sends garbage", fault: faults.sendsGarbage },
    { name: "sends nothing", fault: faults.sendsNothing },
    { name: "does not speak HTTP", fault: faults.speaksNoHttp },
    { name: "sends a web page", fault: faults.sendsHtml },
    { name: "limits the rate", fault: faults.limitsTheRate },
    { name: "returns 500", fault: (...methods) => faults.failsToServe(500, ...methods) },
    { name: "returns 502", fault: (...methods) => faults.failsToServe(502, ...methods) },
    { name: "returns 404", fault: (...methods) => faults.failsToServe(404, ...methods) },
    {
      name: "returns the response to a different request",
      fault: (...methods) => faults.respondsToAnother(anotherOwner, ...methods),
    },
    { name: "answers without an end", fault: faults.floods },
    {
      name: "reports that it is not in sync",
      fault: (...methods) => faults.fails({ code: -32000, message: "node is syncing" }, ...methods),
    },
    {
      name: "does not know the method",
      fault: (...methods) =>
        faults.fails({ code: -32601, message: "Method not found" }, ...methods),
    },
  ];

  for (const { name, fault } of [...hangs, ...failures]) {
    it(`[S7.11] saves nothing and returns 503 if the node ${name}, then recovers`, async () => {
      const request = await signedSave(owner, drifterId, "Not now.");
      const isSilent = hangs.some((silence) => silence.name === name);
      const service = isSilent ? shortTimeoutApi : api;
      for (const method of isSilent ? ["eth_call"] : everyMethod) {
        rpc.behave(fault(method));
        await expectUnavailable(await service.save(request));
        await expectReadsUntouched(service);
      }
      rpc.behave();
      await untilSaved(service, request);
    });
  }

  it("[S7.11] ignores a response to a different request when reading a drifter's owner", async () => {
    const stranger = account(3);
    const itsOwn = `0x${stranger.address.slice(2).padStart(64, "0")}`;
    rpc.behave(faults.respondsToAnother(itsOwn, "eth_call"));
    await expectUnavailable(await api.save(await signedSave(stranger, drifterId, "Mine?")));
  });

  it("[S7.11] checks the chain ID on every save and rejects only a save with the wrong ID", async () => {
    const save = async (text: string) => api.save(await signedSave(owner, drifterId, text));
    expect((await save("One.")).status).to.equal(200);
    rpc.behave(faults.answers("0x1", "eth_chainId"));
    await expectUnavailable(await save("Two."));
    rpc.behave();
    expect((await save("Three.")).status).to.equal(200);
  });

  it("reports the block at which it read the owner, even if later blocks exist", async () => {
    const readAt: unknown[] = [];
    rpc.behave(async ({ method, params }) => {
      if (method === "eth_call") readAt.push(params[1]);
      // Each further request for the latest block returns a later block.
      if (method === "eth_getBlockByNumber")
        await fixture.chain.ethers.provider.send("evm_mine", []);
      return false;
    });
    const saved = await api.save(await signedSave(owner, drifterId, "At that block."));
    const { blockNumber } = await recordOf(saved);
    expect(new Set(readAt)).to.deep.equal(new Set([numberToHex(blockNumber)]));
  });

  it("[S7.11] starts while the node reports a wrong chain ID, and saves once it is correct", async () => {
    rpc.behave(faults.answers("0x1", "eth_chainId"));
    await using late = await startApiFor(fixture, { rpcUrls: [rpc.url] });
    const request = await signedSave(owner, drifterId, "Early.");
    await expectUnavailable(await late.save(request));
    rpc.behave();
    expect((await late.save(request)).status).to.equal(200);
  });

  it("[S7.11] rejects saves when the node comes back without the contract, until it is deployed", async () => {
    const request = await signedSave(owner, drifterId, "Where did it go?");
    const emptyNode = await startLocalChain();
    rpc.standBefore(emptyNode.url);
    await expectUnavailable(await api.save(request));
    await expectReadsUntouched(api);
    await emptyNode.close();
    await expectUnavailable(await api.save(request));
    rpc.standBefore(fixture.chain.url);
    expect((await api.save(request)).status).to.equal(200);
  });

  it("[S7.11] saves completely or rejects the save under random errors, and leaks no connection", async () => {
    const seed = process.env.SOAK_SEED ?? "bad weather";
    const random = createRandom(seed);
    const everyFault = [...failures, ...hangs];
    const accepted = new Set<string>();
    for (let gust = 0; gust < (isSoak ? 60 : 5); gust += 1) {
      const { fault } = everyFault[Math.floor(random.between(0, everyFault.length))] ?? {};
      const isHit = () => random.chance(0.4);
      rpc.behave((call, response) => isHit() && (fault?.()(call, response) ?? false));
      const texts = [1, 2, 3, 4].map((number) => `Gust ${gust}, ${number}.`);
      const outcomes = await Promise.all(
        texts.map(async (text) =>
          problemCodeOf(await shortTimeoutApi.save(await signedSave(owner, drifterId, text))),
        ),
      );
      for (const [index, outcome] of outcomes.entries()) {
        expect(outcome, `seed ${seed}`).to.be.oneOf(["200", "503 chain.unavailable"]);
        if (outcome === "200") accepted.add(narrativeMessage(drifterId, texts[index] ?? ""));
      }
    }
    rpc.behave();
    const last = await signedSave(owner, drifterId, "Calm.");
    await untilSaved(shortTimeoutApi, last);
    accepted.add(last.signedMessage);
    const history = await (await shortTimeoutApi.get(`/api/narrative/${drifterId}/history`)).json();
    const messages = history.map((record: { signedMessage: string }) => record.signedMessage);
    expect(new Set(messages), `seed ${seed}`).to.deep.equal(accepted);
    // The timeout ends hanging requests; the pool keeps a few connections for later requests.
    await until(async () => (await rpc.countConnections()) <= 8);
  });
});
