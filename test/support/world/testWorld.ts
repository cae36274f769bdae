import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProductionWorld } from "../../../scripts/lab/service/productionWorld.ts";

/** A world with the production build, and its data folder. */
export type TestWorld = Awaited<ReturnType<typeof startTestWorld>>;

/** Starts the small world in its own folder, on free ports. Close it in an `after` hook. */
export async function startTestWorld() {
  const directory = await mkdtemp(join(tmpdir(), "fringe-drifters-world-"));
  const world = await startProductionWorld(directory);
  const close = async () => {
    await world.close();
    await rm(directory, { recursive: true });
  };
  return { ...world, directory, close };
}
