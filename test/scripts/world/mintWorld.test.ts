import { expect } from "chai";
import { problemCodeOf } from "../../support/api/apiFixture.ts";
import { until } from "../../support/until.ts";
import { type DevelopmentWorld, startTestWorld } from "../../support/world/testWorld.ts";

describe("mints in the local world", () => {
  let world: DevelopmentWorld;
  before(async () => {
    world = await startTestWorld("development");
  });
  after(() => world.close());

  const requestMint = async (account: number, qty: number) => {
    const minter = (await world.chain.ethers.getSigners())[account]?.address;
    const body = JSON.stringify({ minter, qty });
    const headers = { "content-type": "application/json" };
    return fetch(`${world.webUrl}/api/mint/authorization`, { method: "POST", headers, body });
  };
  const enter = (phase: string) => world.contract.changePhase(phase);

  it("are authorized for any account in the open phase, and for no account in the sold-out one", async () => {
    // The phase has 20 IDs, one of them minted.
    expect(await problemCodeOf(await requestMint(5, 19))).to.equal("200");
    expect(await problemCodeOf(await requestMint(6, 20))).to.equal("422 mint.quantity_too_large");
    await enter("First Dust");
    expect(await problemCodeOf(await requestMint(5, 1))).to.equal("403 mint.phase_closed");
  });

  it("are authorized by an allowlist in the upcoming phase", async () => {
    await world.contract.adjustPhases("The Long Crossing", 201, 401);
    await enter("The Long Crossing");
    expect(await problemCodeOf(await requestMint(2, 3))).to.equal("200");
    expect(await problemCodeOf(await requestMint(5, 1))).to.equal("403 mint.not_listed");
  });

  it("get their portraits while the world runs", async () => {
    const file = `${world.webUrl}/drifters/metadata/102.json`;
    expect((await fetch(file)).status).to.equal(404);
    const owner = (await world.chain.ethers.getSigners())[5]?.address ?? "";
    await world.contract.gift("Lantern Season", [owner]);
    // The last file that is written.
    await until(async () => (await fetch(`${world.webUrl}/drifters/images/full/102.jpg`)).ok);
    const metadata = await (await fetch(file)).json();
    expect(metadata).to.deep.include({ image: "/drifters/images/full/102.jpg" });
    expect((await fetch(`${world.webUrl}/drifters/images/102.jpg`)).status).to.equal(200);
  });

  it("have no authorizations after a reset", async () => {
    await enter("Lantern Season");
    expect(await problemCodeOf(await requestMint(7, 2))).to.equal("200");
    const { close } = world;
    world = { ...world, ...(await world.renew((_, work) => work(() => {}))), close };
    expect(await problemCodeOf(await requestMint(7, 3))).to.equal("200");
  });
});
