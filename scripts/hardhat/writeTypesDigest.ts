import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { SolidityHooks } from "hardhat/types/hooks";
import { digestContracts, typesDigestFile } from "./typesDigest.ts";

export default async (): Promise<Partial<SolidityHooks>> => ({
  async processArtifactsAfterSuccessfulBuild({ config, globalOptions }) {
    if (globalOptions.noTypechain) return;
    const folder = resolve(config.paths.root, config.typechain.outDir ?? "typechain-types");
    await writeFile(join(folder, typesDigestFile), `${await digestContracts(config.paths.root)}\n`);
  },
});
