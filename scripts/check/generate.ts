// Compiles all contracts and generates their TypeScript files in the folder of the first argument. Writes nowhere else,
// so tests may run at the same time.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import config from "../../hardhat.config.ts";

const [outDir = ""] = process.argv.slice(2);
const scratch = await mkdtemp(join(tmpdir(), "fringe-drifters-generate-"));
try {
  const hre = await createHardhatRuntimeEnvironment(
    {
      ...config,
      paths: { artifacts: join(scratch, "artifacts"), cache: join(scratch, "cache") },
      typechain: { ...config.typechain, outDir },
    },
    {},
    process.cwd(),
  );
  await hre.tasks.getTask("build").run({ force: true, quiet: true });
} finally {
  await rm(scratch, { recursive: true, force: true });
}
