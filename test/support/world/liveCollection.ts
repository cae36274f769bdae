import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { startLocalChain } from "../../../scripts/world/chain/localChain.ts";
import { populateCollection } from "../../../scripts/world/scenarios/populateCollection.ts";
import { publishNarratives } from "../../../scripts/world/scenarios/publishStories.ts";
import type { WorldPlan } from "../../../scripts/world/scenarios/scenarioFile.ts";
import { serviceVariables, startService } from "../../../scripts/world/service.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

/** Different from the local chain's ID, so that no test passes because the IDs are equal. */
const liveChainId = 11_155_111;

const plan: WorldPlan = {
  phases: [
    {
      name: "First Dust",
      startingPoint: 1,
      endPoint: 6,
      mints: [{ account: 2, quantity: 2 }],
      gifts: [3],
    },
  ],
};

/**
 * Starts a second node and service, which a fork treats as the live ones: three drifters, the first with two stories,
 * and an owner without transactions and ETH.
 */
export async function startLiveCollection() {
  await using started = new AsyncDisposableStack();
  const chain = await startLocalChain({ chainId: liveChainId });
  started.defer(() => chain.close());
  const contract = await populateCollection({ chain, plan, baseURI: "" });
  const folder = await temporaryFolder();
  const collection = join(folder, "collection");
  await describeToken(collection, "1");
  const variables = serviceVariables({
    port: 0,
    chain,
    contractAddress: await contract.getAddress(),
    narratives: join(folder, "narratives"),
    collection,
  });
  const api = await startService(variables);
  started.defer(() => api.close());
  for (const narrative of ["Dust in the lamp.", "Dust on the lamp."]) {
    await publishNarratives({
      apiUrl: api.url,
      chain,
      contract,
      stories: [{ drifterId: "1", narrative }],
    });
  }
  await contract.setBaseURI(`${api.url}/drifters/metadata/`);
  await contract.transferOwnership("0x2000000000000000000000000000000000000002");
  const running = started.move();
  return { chain, contract, apiUrl: api.url, close: () => running.disposeAsync() };
}

/** Writes a drifter's metadata, and only its full-size portrait. */
async function describeToken(collection: string, id: string): Promise<void> {
  for (const folder of ["metadata", "images/full"]) {
    await mkdir(join(collection, folder), { recursive: true });
  }
  const image = `/drifters/images/full/${id}.jpg`;
  const metadata = { name: "Ilse", image, attributes: [{ trait_type: "Sky", value: "Dusk" }] };
  await writeFile(join(collection, `metadata/${id}.json`), JSON.stringify(metadata));
  const create = { width: 60, height: 60, channels: 3, background: "#3a7d44" } as const;
  await sharp({ create })
    .jpeg()
    .toFile(join(collection, `images/full/${id}.jpg`));
}
