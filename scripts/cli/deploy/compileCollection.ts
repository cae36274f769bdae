import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import hre from "hardhat";
import { z } from "zod";

/** A compiler's standard JSON input: sources and settings, all that the bytecode follows from. */
export interface StandardInput {
  language: string;
  sources: Record<string, { content: string }>;
  settings: object;
}

const byteRangesSchema = z.record(
  z.string(),
  z.array(z.object({ start: z.int(), length: z.int() })),
);
const bytesSchema = z.object({ object: z.string().transform((digits) => `0x${digits}`) });
const contractSchema = z.object({
  /** JSON of its own, whose hash ends the bytecode. */
  metadata: z.string(),
  evm: z.object({
    bytecode: bytesSchema,
    deployedBytecode: bytesSchema.extend({ immutableReferences: byteRangesSchema.default({}) }),
  }),
});
const metadataSchema = z.object({ compiler: z.object({ version: z.string() }) });
const outputSchema = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z.record(z.string(), z.record(z.string(), contractSchema)).default({}),
});

/** The collection's code as the compiler gives it. */
export interface CompiledCollection {
  compiler: string;
  /** What a creating transaction begins with; the constructor's arguments follow. */
  creationCode: string;
  /** What lies on the chain afterwards, but for the immutables. */
  deployedCode: string;
  /** Where in `deployedCode` the constructor writes. */
  immutables: { start: number; length: number }[];
}

/** The collection's code, and the compiler's input that gives it, as it is kept and as explorers take it. */
export interface CollectionSources {
  standardInput: string;
  compiled: CompiledCollection;
}

const sourceFile = "contracts/FringeDrifters.sol";

/** The collection's sources, those they import, and the settings with which every test compiles them. */
export async function standardInput(): Promise<StandardInput> {
  const root = join(hre.config.paths.root, sourceFile);
  // Named, because Hardhat's "production" would leave out our settings.
  const options = { buildProfile: "default", quiet: true, force: true };
  const found = await hre.solidity.getCompilationJobs([root], options);
  const job = found.success ? found.compilationJobsPerFile.get(root) : undefined;
  if (job === undefined) throw new Error(`${sourceFile} cannot be compiled. Try: npm run check.`);
  const { language, sources, settings } = await job.getSolcInput();
  const wanted = ["evm.bytecode.object", "evm.deployedBytecode", "metadata", "abi"];
  return {
    language,
    sources,
    settings: { ...settings, outputSelection: { "*": { "*": wanted } } },
  };
}

/** Compiles the collection: by the real compiler unless a test has its answer already. */
export type Compile = (input: StandardInput) => Promise<CompiledCollection>;

/** Compiles what lies in this folder. */
export async function compileSources(
  compile: Compile = compileCollection,
): Promise<CollectionSources> {
  const input = await standardInput();
  const compiled = await compile(input);
  return { standardInput: `${JSON.stringify(input, null, 2)}\n`, compiled };
}

/**
 * Compiles by the compiler alone, without Hardhat and its caches.
 *
 * @throws when the compiler finds an error.
 */
export async function compileCollection(input: StandardInput): Promise<CompiledCollection> {
  const output = outputSchema.parse(JSON.parse(await runCompiler(JSON.stringify(input))));
  const error = output.errors.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new Error(error.formattedMessage);
  const contract = output.contracts[`project/${sourceFile}`]?.FringeDrifters;
  if (contract === undefined) throw new Error("The compiler's input has no FringeDrifters.");
  const { bytecode, deployedBytecode } = contract.evm;
  return {
    compiler: metadataSchema.parse(JSON.parse(contract.metadata)).compiler.version,
    creationCode: bytecode.object,
    deployedCode: deployedBytecode.object,
    immutables: Object.values(deployedBytecode.immutableReferences).flat(),
  };
}

/** In a thread of its own: it works for seconds, in which connections to a node would go stale. */
async function runCompiler(input: string): Promise<string> {
  const worker = new Worker(new URL("./compilerWorker.ts", import.meta.url), { workerData: input });
  const [output] = await once(worker, "message");
  return z.string().parse(output);
}
