import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import solc from "solc";
import type { AstNode } from "./ast.ts";

/** Solidity files by their path in the project. */
export type Sources = ReadonlyMap<string, string>;

/** The deployed contract. Code that it does not use is not tested. */
const collectionFile = "contracts/FringeDrifters.sol";
const collectionName = "FringeDrifters";

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[];
  sources?: Record<string, { ast: AstNode }>;
  contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
}

/** Folders of contracts that are not part of the collection: mocks and simulation code. */
const elsewhere = ["contracts/mocks/", "contracts/simulation/"];

/** Reads the sources of the collection's contracts. */
export async function readContracts(root: string): Promise<Sources> {
  const entries = await readdir(join(root, "contracts"), { recursive: true });
  const files = entries
    .map((entry) => `contracts/${entry.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".sol") && !elsewhere.some((folder) => file.startsWith(folder)))
    .sort();
  const contents = files.map(async (file) => [file, await readFile(join(root, file), "utf8")]);
  // Safety: each item is a pair.
  return new Map((await Promise.all(contents)) as [string, string][]);
}

/** Returns the syntax tree of each file. */
export function parseContracts(root: string, sources: Sources): Map<string, AstNode> {
  const output = compile(root, sources, { outputSelection: { "*": { "": ["ast"] } } });
  refuseErrors(output);
  return new Map(
    Object.entries(output.sources ?? {})
      .filter(([file]) => sources.has(file))
      .map(([file, { ast }]) => [file, ast]),
  );
}

/** Returns the creation code of the collection without metadata, or `undefined` if the sources do not compile. */
export function compileCollection(
  root: string,
  sources: Sources,
  settings: Record<string, unknown>,
): string | undefined {
  const output = compile(root, sources, {
    ...settings,
    metadata: { appendCBOR: false, bytecodeHash: "none" },
    outputSelection: { [collectionFile]: { [collectionName]: ["evm.bytecode.object"] } },
  });
  const code = output.contracts?.[collectionFile]?.[collectionName]?.evm.bytecode.object;
  return code ? `0x${code}` : undefined;
}

function compile(root: string, sources: Sources, settings: object): CompilerOutput {
  const input = {
    language: "Solidity",
    sources: Object.fromEntries([...sources].map(([file, content]) => [file, { content }])),
    settings,
  };
  const output: string = solc.compile(JSON.stringify(input), {
    import: (path: string) => ({
      contents: readFileSync(join(root, "node_modules", path), "utf8"),
    }),
  });
  // Safety: this is the compiler's documented output.
  return JSON.parse(output) as CompilerOutput;
}

function refuseErrors({ errors = [] }: CompilerOutput): void {
  const fatal = errors.filter(({ severity }) => severity === "error");
  if (fatal.length === 0) return;
  throw new Error(fatal.map(({ formattedMessage }) => formattedMessage).join("\n"));
}
