import { expect } from "chai";
import {
  type Api,
  account,
  problemCodeOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { useFaultyRpc } from "../../support/api/faultyRpc.ts";

describe("more saves than the service handles", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  const owner = account(2);
  let api: Api;
  after(() => api.close());

  it("are rejected with 503 and Retry-After at once, counted, and accepted later", async () => {
    const saveLimits = { running: 1, waiting: 1, waitMilliseconds: 3_600_000 };
    api = await startApiFor(fixture, { rpcUrls: [rpc.url], metricsPort: 0, saveLimits });
    const drifterId = await fixture.giveToken(owner.address);
    const save = async (text: string) => api.save(await signedSave(owner, drifterId, text));
    const metrics = async () => (await fetch(api.metricsUrl ?? "")).text();
    expect((await save("Before.")).status).to.equal(200);

    const owned = rpc.holdBackOwner();
    const held = [save("One.")];
    const release = await owned;
    held.push(save("Two."));
    while (!(await metrics()).includes('site_save_queue{state="waiting"} 1\n'));
    expect(await metrics()).to.include('site_save_queue{state="running"} 1\n');
    const rejected = await save("Three.");
    expect(await problemCodeOf(rejected)).to.equal("503 service.busy");
    expect(rejected.headers.get("retry-after")).to.equal("3600");
    expect(rejected.headers.get("x-content-type-options")).to.equal("nosniff");
    expect((await api.get(`/api/narrative/${drifterId}`)).status).to.equal(200);
    expect(await metrics()).to.include('site_saves_total{outcome="service.busy"} 1\n');
    expect(await metrics()).to.match(
      /^http_request_duration_seconds_count\{method="POST",route="\/api\/narrative\/:drifterId",status="503"\} 1$/m,
    );
    expect((await api.post("/api/narrative/07", "{}")).status).to.equal(400);

    rpc.behave();
    release();
    expect((await Promise.all(held)).map(({ status }) => status)).to.deep.equal([200, 200]);
    expect((await save("Three.")).status).to.equal(200);
  });
});
