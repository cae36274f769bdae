import { join } from "node:path";
import { collectionConfig } from "#collection/collection.config.ts";
import { SolcThread } from "../../shared/hardhat/solc.ts";

/** The compiler's standard JSON input: sources and settings, which determine the bytecode. */
export interface StandardInput {
  language: string;
  sources: Record<string, { content: string }>;
  settings: object;
}

/** The parts of the compiler's output that this file reads. */
interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, CompiledContract>>;
}

interface CompiledContract {
  /** Metadata as JSON, whose hash is at the end of the bytecode. */
  metadata: string;
  evm: {
    bytecode: { object: string };
    deployedBytecode: {
      object: string;
      immutableReferences?: Record<string, { start: number; length: number }[]>;
    };
  };
}

/** The compiled collection. */
export interface CompiledCollection {
  compiler: string;
  /** Creation code without the constructor's arguments. */
  creationCode: string;
  /** Deployed code, with zeros in place of the immutables. */
  deployedCode: string;
  /** Positions of the immutables in `deployedCode`. */
  immutables: { start: number; length: number }[];
}

/** The compiled collection and the standard JSON input, which is recorded and sent to explorers. */
export interface CollectionSources {
  standardInput: string;
  compiled: CompiledCollection;
}

const sourceFile = `contracts/${collectionConfig.contract}.sol`;

/** Returns the collection's sources with their imports, and the settings that the tests use too. */
export async function standardInput(): Promise<StandardInput> {
  const { default: hre } = await import("hardhat");
  const root = join(hre.config.paths.root, sourceFile);
  // Explicit, because Hardhat's "production" profile would ignore our settings.
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

/** Compiles the collection; tests replace it with a cached result. */
export type Compile = (input: StandardInput) => Promise<CompiledCollection>;

/** Compiles the working tree's sources. */
export async function compileSources(
  compile: Compile = compileCollection,
): Promise<CollectionSources> {
  const input = await standardInput();
  const compiled = await compile(input);
  return { standardInput: `${JSON.stringify(input, null, 2)}\n`, compiled };
}

/**
 * Compiles with solc directly, without Hardhat and its caches.
 *
 * @throws {UsageError} if compilation fails.
 */
export async function compileCollection(input: StandardInput): Promise<CompiledCollection> {
  const thread = new SolcThread();
  // A thread, because blocking would time out connections to the node.
  const output: CompilerOutput = JSON.parse(await thread.compile(JSON.stringify(input)));
  await thread.end();
  const error = output.errors?.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new Error(error.formattedMessage);
  const contract = output.contracts[`project/${sourceFile}`]?.[collectionConfig.contract];
  if (contract === undefined)
    throw new Error(`The compiler input lacks ${collectionConfig.contract}.`);
  const { bytecode, deployedBytecode } = contract.evm;
  return {
    compiler: JSON.parse(contract.metadata).compiler.version,
    creationCode: `0x${bytecode.object}`,
    deployedCode: `0x${deployedBytecode.object}`,
    immutables: Object.values(deployedBytecode.immutableReferences ?? {}).flat(),
  };
}
