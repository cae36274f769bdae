import { join } from "node:path";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { Artifact } from "hardhat/types/artifacts";
import type { HardhatPlugin } from "hardhat/types/plugins";
import projectConfig from "../../../../hardhat.config.ts";

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

/** Compiles the contracts in `peers/` with the project's compiler and settings. */
export async function compilePeers(names: readonly string[]): Promise<Artifact[]> {
  const { solidity } = projectConfig;
  if (solidity === undefined) throw new Error("hardhat.config.ts names no compiler.");
  const bench = await createHardhatRuntimeEnvironment(
    {
      plugins: [errorsOnly],
      solidity,
      paths: { sources: peers, artifacts: "cache/peers/artifacts", cache: "cache/peers/cache" },
    },
    {},
    projectRoot,
  );
  await bench.tasks.getTask("build").run({ quiet: true, noTests: true });
  return Promise.all(names.map((name) => bench.artifacts.readArtifact(name)));
}
