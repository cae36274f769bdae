import { expect } from "chai";
import {
  type Api,
  account,
  problemCodeOf,
  recordOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { useFaultyRpc } from "../../support/api/faultyRpc.ts";

describe("save queue", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  const owner = account(2);
  let api: Api;
  after(() => api.close());

  it("rejects excess saves with 503 and Retry-After before reading them, and accepts them later", async () => {
    const saveLimits = { running: 1, waiting: 2, waitMilliseconds: 3_600_000 };
    api = await startApiFor(fixture, { rpcUrls: [rpc.url], metricsPort: 0, saveLimits });
    const drifterId = await fixture.giveToken(owner.address);
    const save = async (text: string) => api.save(await signedSave(owner, drifterId, text));
    const metrics = async () => (await fetch(api.metricsUrl ?? "")).text();
    expect((await save("Before.")).status).to.equal(200);

    const owned = rpc.holdBackOwner();
    const held = [save("One.")];
    const release = await owned;
    for (const [index, text] of ["Two.", "Three."].entries()) {
      held.push(save(text));
      const waiting = `site_save_queue{state="waiting"} ${index + 1}\n`;
      while (!(await metrics()).includes(waiting));
    }
    expect(await metrics()).to.include('site_save_queue{state="running"} 1\n');
    const rejected = await api.post(`/api/narrative/${drifterId}`, "no JSON");
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
    const records = await Promise.all((await Promise.all(held)).map(recordOf));
    expect(records.map(({ revision }) => revision)).to.deep.equal([2, 3, 4]);
    expect((await save("Four.")).status).to.equal(200);
  });
});
