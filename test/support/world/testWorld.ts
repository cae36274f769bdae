import { startProductionWorld } from "../../../scripts/lab/service/productionWorld.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

/** A world with the production build, and its data folder. */
export type TestWorld = Awaited<ReturnType<typeof startTestWorld>>;

/** Starts the small world in its own folder, on free ports. Close it in an `after` hook. */
export async function startTestWorld() {
  const directory = await temporaryFolder();
  return { ...(await startProductionWorld(directory)), directory };
}
