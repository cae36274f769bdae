import { once } from "node:events";
import { expect } from "chai";
import type { SignedRevision } from "#protocol/wire/responses";
import { problemCodeOf, recordOf, signedSave } from "../../support/api/apiFixture.ts";
import { openRawSocket } from "../../support/api/rawSocket.ts";
import { enterHostileWorld, owner, stranger } from "./hostileWorld.ts";

describe("race conditions", () => {
  const world = enterHostileWorld({ savesElsewhere: true });
  let drifterId: string;
  beforeEach(async () => {
    drifterId = await world().fixture.giveToken(owner.address);
  });

  const historyOf = async () => {
    const response = await world().api.get(`/api/narrative/${drifterId}/history`);
    // Safety: compared by the tests.
    return response.ok ? ((await response.json()) as SignedRevision[]) : [];
  };
  const twenty = Array.from({ length: 20 }, (_, index) => index);
  const tally = async (responses: Promise<Response>[]) => {
    const rejections = await Promise.all(
      responses.map(async (response) => problemCodeOf(await response)),
    );
    const counts = Map.groupBy(rejections, (rejection) => rejection);
    return Object.fromEntries([...counts].map(([rejection, { length }]) => [rejection, length]));
  };

  it("creates one revision from twenty concurrent posts of the same text", async () => {
    const { api } = world();
    const request = await signedSave(owner, drifterId, "Once.");
    const records = await Promise.all(twenty.map(async () => recordOf(await api.save(request))));
    for (const record of records) expect(record).to.deep.equal(records[0]);
    expect(await historyOf()).to.deep.equal([records[0]]);
  });

  it("never restores an old text posted twenty times during its replacement", async () => {
    const { api } = world();
    const old = await signedSave(owner, drifterId, "Old.");
    await api.save(old);
    const replacement = api.save(await signedSave(owner, drifterId, "New."));
    const again = twenty.map(() => api.save(old));
    const counts = await tally([replacement, ...again]);
    expect(Object.keys(counts)).to.have.members(
      ["200", "409 narrative.replaced"].filter((rejection) => rejection in counts),
    );
    const [newest, oldest, ...others] = await historyOf();
    expect([newest?.narrative, oldest?.narrative]).to.deep.equal(["New.", "Old."]);
    expect(others).to.deep.equal([]);
  });

  it("[S6.2] accepts a former owner's texts during a transfer only for earlier blocks", async () => {
    const { api, fixture } = world();
    const saves = await Promise.all(twenty.map((turn) => signedSave(owner, drifterId, `${turn}.`)));
    const sender = await fixture.chain.ethers.getSigner(owner.address);
    const racing = saves.map((save) => api.save(save));
    await fixture.contract.connect(sender).transferFrom(owner.address, stranger.address, drifterId);
    const taken = await api.save(await signedSave(stranger, drifterId, "Mine now."));
    expect(taken.status).to.equal(200);
    const late = await Promise.all(saves.map(async (save) => problemCodeOf(await api.save(save))));
    for (const rejection of late)
      expect(rejection).to.be.oneOf(["403 owner.mismatch", "409 narrative.replaced"]);
    await Promise.all(racing);
    const revisions = await historyOf();
    const newOwners = revisions.find(({ author }) => author === stranger.address);
    for (const { author, blockNumber } of revisions) {
      if (author === owner.address) expect(blockNumber).to.be.lessThan(newOwners?.blockNumber ?? 0);
    }
  });

  for (const share of [0, 0.5, 0.99]) {
    it(`saves nothing if the sender disconnects after ${share * 100} % of the body`, async () => {
      const { api } = world();
      const body = JSON.stringify(await signedSave(owner, drifterId, "Half a tale."));
      const head = `POST /api/narrative/${drifterId} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const { socket, answers } = openRawSocket(api.url, head + body.slice(0, body.length * share));
      await once(socket, "connect");
      socket.end();
      const rejections = (await answers).map(({ status }) => status);
      expect(rejections).to.deep.equal([400]);
      expect(await historyOf()).to.deep.equal([]);
    });
  }

  it("saves completely or not at all if the sender disconnects before the response", async () => {
    const { api } = world();
    const request = await signedSave(owner, drifterId, "Gone before the answer.");
    const body = JSON.stringify(request);
    const head = `POST /api/narrative/${drifterId} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const { socket, answers } = openRawSocket(api.url, "");
    await once(socket, "connect");
    await new Promise((resolve) => socket.write(head + body, resolve));
    socket.destroy();
    await answers;
    expect((await api.save(request)).status).to.equal(200);
    expect(await historyOf()).to.have.length(1);
  });
});
