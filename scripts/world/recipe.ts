import { join } from "node:path";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { apiPaths, drifterPathPrefix } from "#protocol/paths";
import { startServer } from "#service/server";
import { apiSettings } from "./apiSettings.ts";
import type { LocalChain } from "./chain/localChain.ts";
import { gatherParties } from "./parties.ts";
import { populateCollection } from "./populateCollection.ts";
import { type Scenario, standardScenario } from "./scenario.ts";
import type { RunStep } from "./step.ts";
import { tellStories } from "./tellStories.ts";

/** Where token URIs of the local world point. */
export const baseURI = drifterPathPrefix(apiPaths.metadata);

/** How a world comes about, from a chain on which nothing is. */
export interface Recipe {
  /** Name of the scenario or the snapshot. */
  name: string;
  /** Subfolder for its stories and portraits; the standard world's are where the service looks for them. */
  folder: string;
  isChainDown: boolean;
  paintedAtMost: number | undefined;
  /** Brings the chain and an empty folder of stories to what they are to be. */
  carryOut(site: BuildingSite, step: RunStep): Promise<FringeDrifters>;
}

/** What a recipe has to work with. */
export interface BuildingSite {
  chain: LocalChain;
  /** An empty folder. */
  narratives: string;
  /** Whether the contracts that are compiled now matter more than what was saved. */
  withNewContracts: boolean;
  /** Adds a message for the person who requested the world. */
  note(sentence: string): void;
}

/** A world as a scenario describes it. */
export function scenarioRecipe({ name, plan, tales }: Omit<Scenario, "summary">): Recipe {
  return {
    name,
    folder: name === standardScenario ? "" : join("worlds", name),
    isChainDown: plan.chain === "down",
    paintedAtMost: plan.paintedAtMost,
    async carryOut({ chain, narratives }, step) {
      const contract = await step("Mint the drifters", (onProgress) =>
        populateCollection({ chain, plan, baseURI, onProgress }),
      );
      await step("Tell their stories", async (onProgress) => {
        const parties = await gatherParties(chain, plan);
        const events = plan.events ?? [];
        await tellPrivately({ chain, contract, parties, tales, events, narratives, onProgress });
      });
      return contract;
    },
  };
}

/** Publishes the stories through a private API. */
async function tellPrivately(
  stories: Omit<Parameters<typeof tellStories>[0], "apiUrl" | "chain"> & { chain: LocalChain },
): Promise<void> {
  const { chain, contract, narratives } = stories;
  const settings = apiSettings({
    port: 0,
    chain,
    contractAddress: await contract.getAddress(),
    narratives,
    collection: narratives,
    savesPerMinute: 1_000_000,
  });
  const api = await startServer(settings);
  try {
    await tellStories({ ...stories, apiUrl: api.url });
  } finally {
    await api.close();
  }
}
