import { createHash } from "node:crypto";
import { join } from "node:path";
import { getAddress } from "viem";
import { z } from "zod";
import type { CollectionContract } from "#chain/collection";
import { apiPaths, tokenPathPrefix } from "#protocol/wire/paths";
import type { RunStep } from "../shared/commandLine/step.ts";
import { deployNames } from "./chain/deployNames.ts";
import { accountAt } from "./chain/localAccounts.ts";
import type { LocalChain } from "./chain/localChain.ts";
import { populateCollection } from "./scenarios/populateCollection.ts";
import { deployWallets, publishStories } from "./scenarios/publishStories.ts";
import { recordMints } from "./scenarios/recordMints.ts";
import { type Scenario, standardScenario } from "./scenarios/scenario.ts";
import { type ServiceVariables, serviceVariables, startService } from "./service.ts";

/** The local collection's base URI. */
export const baseURI = tokenPathPrefix(apiPaths.metadata);

/** What a world started from, to which a reset returns. */
export const originSchema = z.discriminatedUnion("kind", [
  /** A scenario's name, or its file's path, and a digest of what it contained. */
  z.object({ kind: z.literal("scenario"), name: z.string(), digest: z.string() }),
  z.object({ kind: z.literal("snapshot"), name: z.string() }),
  z.object({ kind: z.literal("fork") }),
]);

const addressSchema = z.templateLiteral(["0x", z.string()]);

/** A forked collection, as of a block, and the options of the fork. */
export const forkSchema = z.object({
  live: z.object({
    /** JSON-RPC endpoint of the live chain. */
    rpcUrl: z.string(),
    chainId: z.int(),
    blockNumber: z.int(),
    contract: addressSchema,
    owner: addressSchema,
    phases: z.array(z.string()).readonly(),
    /** Undefined while no token is minted. */
    baseURI: z.string().optional(),
  }),
  options: z.object({
    /** Origin of the live service; by default, the base URI's origin, if it serves the metadata. */
    stories: z.string().optional(),
    /** Gateway for a base URI on IPFS. */
    gateway: z.string().optional(),
    /** Whether the last build's code replaces the live contract's. */
    replacesCode: z.boolean(),
  }),
});
export type Fork = z.infer<typeof forkSchema>;

/** What a page shows beside the world's state. */
export const pageSchema = z.object({
  /** The page's path on the site, with query and fragment. */
  path: z.string().regex(/^\/(?![/\\])/),
  /** Items of the browser's storage: drafts and the account. */
  local: z.record(z.string(), z.string()),
  /** Items of the tab's storage: simulated faults and the wallet's mode. */
  tab: z.record(z.string(), z.string()),
});
export type PageState = z.infer<typeof pageSchema>;

/** Builds a world on an empty or a forked chain. */
export interface Recipe {
  /** Name of the scenario, the snapshot or the forked collection. */
  name: string;
  /** The scenario's summary. */
  summary?: string | undefined;
  origin: z.infer<typeof originSchema>;
  /** The fork's source, whose tokens have their own portraits. */
  fork?: Fork | undefined;
  /** The state of the page that shows a moment. */
  page?: PageState | undefined;
  /** Date of the chain's first block; the fixed date by default. */
  startsAt?: string | undefined;
  /** Subfolder for the world's stories and portraits; the standard world uses the service's default folder. */
  folder: string;
  isChainDown: boolean;
  paintedAtMost: number | undefined;
  /** Service variables that differ between worlds. */
  serviceVariables?(folders: { collection: string }): ServiceVariables;
  /** Fills the chain and the empty folders. */
  fill(site: BuildingSite, step: RunStep): Promise<CollectionContract>;
}

/** Inputs of a recipe. */
export interface BuildingSite {
  chain: LocalChain;
  /** Folder for stories, which is empty unless a world is continued. */
  narratives: string;
  /** Folder for metadata and portraits, which is empty unless a world is continued. */
  collection: string;
  /** Whether the compiled contracts replace the saved chain's contracts. */
  withNewContracts: boolean;
  /** Adds a message for the user who requested the world. */
  note(sentence: string): void;
}

/** Returns the subfolder of a scenario's world. */
export function scenarioFolder({ name }: Pick<Scenario, "name">): string {
  return name === standardScenario ? "" : join("worlds", name);
}

/** Returns the recipe of a scenario. */
export function scenarioRecipe({
  name,
  file,
  summary,
  plan,
  stories,
}: Omit<Scenario, "summary"> & { summary?: string | undefined }): Recipe {
  return {
    name,
    summary,
    origin: {
      kind: "scenario",
      name: file ?? name,
      digest: digest({ plan: { ...plan, sale: undefined }, stories }),
    },
    folder: scenarioFolder({ name }),
    isChainDown: plan.chain === "down",
    paintedAtMost: plan.paintedAtMost,
    startsAt: plan.startsAt,
    serviceVariables: () => (plan.sale === undefined ? {} : { SALE_FILE: plan.sale }),
    async fill({ chain, narratives }, step) {
      const contract = await step("Mint the tokens", (onProgress) =>
        populateCollection({ chain, plan, baseURI, onProgress }),
      );
      if (plan.sale !== undefined) {
        const address = getAddress(await contract.getAddress());
        await recordMints({ chain, contract: address, plan, narratives });
      }
      await step("Publish their stories", async (onProgress) => {
        const accounts = await deployWallets(chain, plan);
        const events = plan.events ?? [];
        await publishPrivately({
          chain,
          contract,
          accounts,
          stories,
          events,
          narratives,
          onProgress,
        });
      });
      if (plan.names) await deployNames(chain, await findAddresses(chain, plan.names));
      return contract;
    },
  };
}

/** Returns the accounts' addresses. */
async function findAddresses({ ethers }: LocalChain, names: Readonly<Record<string, number>>) {
  const accounts = await ethers.getSigners();
  return Object.fromEntries(
    Object.entries(names).map(([name, index]) => [name, accountAt(accounts, index).address]),
  );
}

function digest(content: object): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

/** Publishes the stories through a private API. */
async function publishPrivately(
  stories: Omit<Parameters<typeof publishStories>[0], "apiUrl" | "chain"> & { chain: LocalChain },
): Promise<void> {
  const { chain, contract, narratives } = stories;
  const variables = serviceVariables({
    port: 0,
    chain,
    contractAddress: await contract.getAddress(),
    narratives,
    collection: narratives,
    savesPerMinute: 1_000_000,
  });
  const api = await startService(variables);
  try {
    await publishStories({ ...stories, apiUrl: api.url });
  } finally {
    await api.close();
  }
}
