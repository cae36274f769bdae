import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { collectionConfig } from "#collection/collection.config.ts";
import { withTestedValues } from "../../test/runner/testedContract.ts";

/** Solidity files by project path. */
export type Sources = ReadonlyMap<string, string>;

/** A node in the compiler's syntax tree, with its source position. Further fields depend on the node type. */
export interface AstNode {
  nodeType: string;
  /** Positions in UTF-16 code units. */
  start: number;
  end: number;
  text: string;
  [field: string]: unknown;
}

export const projectRoot = join(import.meta.dirname, "../../..");

/** The deployed contract. Code that it does not use is not mutated. */
const collection = {
  file: `contracts/${collectionConfig.contract}.sol`,
  name: collectionConfig.contract,
};

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[];
  sources?: Record<string, { ast: AstNode }>;
  contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
}

/** Reads the sources of the collection's contracts with the tests' values, without mocks and simulation code. */
export function readContracts(): Sources {
  const exclude = ["contracts/{mocks,simulation}/**"];
  const files = globSync("contracts/**/*.sol", { cwd: projectRoot, exclude }).sort();
  const read = (file: string) => withTestedValues(readFileSync(join(projectRoot, file), "utf8"));
  return new Map(files.map((file) => [file.replaceAll("\\", "/"), read(file)]));
}

/** Returns each file's syntax tree. @throws {Error} with the compiler's errors. */
export function parseContracts(sources: Sources): Map<string, AstNode> {
  const output = compile(sources, { outputSelection: { "*": { "": ["ast"] } } });
  const errors = output.errors?.filter(({ severity }) => severity === "error") ?? [];
  if (errors.length > 0) {
    throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join("\n"));
  }
  const trees = new Map<string, AstNode>();
  for (const [file, source] of sources) {
    const ast = output.sources?.[file]?.ast;
    if (ast === undefined) continue;
    const bytes = Buffer.from(source);
    for (const node of getNodes(ast)) {
      // The compiler's `src` is `start:length:file`, in bytes.
      const [start = 0, length = 0] = String(node.src).split(":").map(Number);
      node.start = bytes.subarray(0, start).toString().length;
      node.text = bytes.subarray(start, start + length).toString();
      node.end = node.start + node.text.length;
    }
    trees.set(file, ast);
  }
  return trees;
}

/** Returns the collection's creation code without metadata; undefined if the sources do not compile. */
export function compileCreationCode(sources: Sources, settings: object): string | undefined {
  const output = compile(sources, {
    ...settings,
    metadata: { appendCBOR: false, bytecodeHash: "none" },
    outputSelection: { [collection.file]: { [collection.name]: ["evm.bytecode.object"] } },
  });
  const code = output.contracts?.[collection.file]?.[collection.name]?.evm.bytecode.object;
  return code ? `0x${code}` : undefined;
}

function compile(sources: Sources, settings: object): CompilerOutput {
  // Imported on demand, because the commands' help does not need it.
  const solc: typeof import("solc") = createRequire(import.meta.url)("solc");
  const contents = Object.fromEntries([...sources].map(([file, content]) => [file, { content }]));
  const input = JSON.stringify({ language: "Solidity", sources: contents, settings });
  const read = (path: string) => readFileSync(join(projectRoot, "node_modules", path), "utf8");
  // Safety: this is the compiler's documented output.
  return JSON.parse(
    solc.compile(input, { import: (path: string) => ({ contents: read(path) }) }),
  ) as CompilerOutput;
}

/** Returns the node and its descendants, in the order of the tree. */
export function getNodes(node: AstNode): AstNode[] {
  const children = Object.keys(node).flatMap((field) => getChildren(node, field));
  return [node, ...children.flatMap(getNodes)];
}

/** Returns the nodes in a field. */
export function getChildren(node: AstNode, field: string): AstNode[] {
  return [node[field]].flat().filter((value): value is AstNode => {
    return typeof value === "object" && value !== null && "nodeType" in value && "src" in value;
  });
}

/** Whether a node combines two conditions, which count separately. */
export function isLogical({ nodeType, operator }: AstNode): boolean {
  return nodeType === "BinaryOperation" && (operator === "&&" || operator === "||");
}

/** Returns the line of a position, from 1. */
export function lineAt(source: string, position: number): number {
  return source.slice(0, position).split("\n").length;
}
