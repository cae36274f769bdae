import { resolve } from "node:path";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { CompilerOutput } from "hardhat/types/solidity";
import type { WarmCompiler } from "./warmCompiler.ts";

/** Thrown with the compiler's messages. */
export class CompileError extends Error {
  override name = "CompileError";
}

/**
 * Compiles Solidity files with the project's settings and writes their artifacts to Hardhat's folder.
 *
 * @param files paths from the project's root.
 * @throws {CompileError} if the compiler finds an error, or an import leads nowhere.
 */
export async function compileWarm(
  { solidity }: Pick<HardhatRuntimeEnvironment, "solidity">,
  compiler: WarmCompiler,
  files: readonly string[],
): Promise<void> {
  const roots = files.map((file) => resolve(file));
  const options = { buildProfile: "default", quiet: true, force: true };
  const found = await solidity.getCompilationJobs(roots, options).catch((error: Error) => {
    throw new CompileError(error.message);
  });
  if (!found.success) throw new CompileError(`${files.join(", ")}: no compiler fits.`);
  for (const job of new Set(found.compilationJobsPerFile.values())) {
    const output = await compiler.compile(await job.getSolcInput());
    refuseErrors(output);
    await solidity.emitArtifacts(job, output);
  }
}

function refuseErrors({ errors = [] }: CompilerOutput): void {
  const fatal = errors.filter(({ severity }) => severity === "error");
  if (fatal.length === 0) return;
  const texts = fatal.map(({ formattedMessage, message }) => formattedMessage ?? message);
  throw new CompileError(texts.join("\n"));
}
