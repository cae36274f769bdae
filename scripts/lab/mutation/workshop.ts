import { readdirSync, rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("../../../", import.meta.url));

/** Files that a build of the contracts and their tests need. */
const contractFiles = [
  "api/protocol",
  "contracts",
  "hardhat.config.ts",
  "package.json",
  "scripts",
  "test/contracts",
  "test/support",
  "tsconfig.json",
  "typechain-types",
];

const workshops = new Set<string>();

/**
 * Copies the project into the system's temporary folder, so that files can be changed and built without
 * touching the working tree. Packages are shared. The copy is removed when this process ends.
 */
export async function openWorkshop(
  purpose: string,
  copied: readonly string[] = contractFiles,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `fringe-drifters-${purpose}-`));
  if (workshops.size === 0) removeAtTheEnd();
  workshops.add(folder);
  for (const path of copied) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(projectRoot, path), join(folder, path), { recursive: true });
  }
  await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"), "dir");
  return folder;
}

/** Removes the folder when this process exits or is stopped; synchronously, because exit handlers cannot wait. */
function removeAtTheEnd(): void {
  process.on("exit", () => {
    for (const folder of workshops) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => process.exit(130));
  }
}

/** Start of the titles of tests that limit gas. */
export const gasTestsTitle = "Gas report";

/** Returns the paths of the contract tests: the examples and the comparison with the model, whose seed is fixed. */
export function contractTests(root: string): string[] {
  const folder = join(root, "test", "contracts");
  const examples = readdirSync(folder).filter((file) => file.endsWith(".test.ts"));
  return [...examples.sort(), "model/differential.test.ts"].map((file) => join(folder, file));
}
