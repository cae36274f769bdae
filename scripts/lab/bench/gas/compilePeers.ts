import { cp } from "node:fs/promises";
import { join } from "node:path";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { Artifact } from "hardhat/types/artifacts";
import type { HardhatPlugin } from "hardhat/types/plugins";
import projectConfig from "../../../../hardhat.config.ts";
import { fetchPackages } from "../../../shared/fetchPackages.ts";

const projectRoot = join(import.meta.dirname, "../../../..");
const peers = "scripts/lab/bench/gas/peers";

/** Drops compiler warnings, which are about the peers' older packages. */
const errorsOnly: HardhatPlugin = {
  id: "fringe-drifters:errors-only",
  hookHandlers: {
    solidity: async () => ({
      default: async () => ({
        getCompilationJobErrors: async (context, job, output, next) =>
          (await next(context, job, output)).filter(({ severity }) => severity === "error"),
      }),
    }),
  },
};

/** Compiles the contracts in `peers/` with the project's compiler and settings, in the folder of their packages. */
export async function compilePeers(names: readonly string[]): Promise<Artifact[]> {
  const { solidity } = projectConfig;
  if (solidity === undefined) throw new Error("hardhat.config.ts names no compiler.");
  const root = await fetchPackages("tokens");
  // Hardhat finds packages in the project's root only, so the sources are copied to the same paths there.
  for (const folder of ["contracts", peers]) {
    await cp(join(projectRoot, folder), join(root, folder), { recursive: true });
  }
  const bench = await createHardhatRuntimeEnvironment(
    {
      plugins: [errorsOnly],
      solidity,
      paths: { sources: peers },
    },
    {},
    root,
  );
  await bench.tasks.getTask("build").run({ quiet: true, noTests: true });
  return Promise.all(names.map((name) => bench.artifacts.readArtifact(name)));
}
