import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashFiles } from "../shared/fingerprint.ts";

/** File in `typechain-types/` with the digest of what the folder was generated from. */
export const typesDigestFile = "contracts.sha256";

/** Hashes everything that decides what is generated in `typechain-types/`. */
export function digestContracts(root: string): Promise<string> {
  return hashFiles(root, ["contracts", "scripts/hardhat", "hardhat.config.ts"]);
}

/** Whether `typechain-types/` was generated from the contracts as they are. */
export async function typesAreCurrent(root: string): Promise<boolean> {
  const written = await readFile(join(root, "typechain-types", typesDigestFile), "utf8").catch(
    () => undefined,
  );
  return written !== undefined && written.trim() === (await digestContracts(root));
}
