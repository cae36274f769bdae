import { type AstNode, lineAt, rangesIn, walk } from "../ast.ts";
import type { Sources } from "../compiler.ts";
import type { Mutant } from "./mutant.ts";
import { solidityChanges } from "./solidityChanges.ts";
import { yulChanges } from "./yulChanges.ts";

/** Returns all mutants of the files in source order. */
export function findMutants(sources: Sources, trees: ReadonlyMap<string, AstNode>): Mutant[] {
  return [...trees].flatMap(([file, ast]) => mutantsOf(file, sources.get(file) ?? "", ast));
}

function mutantsOf(file: string, source: string, ast: AstNode): Mutant[] {
  const rangeOf = rangesIn(source);
  const textOf = (node: AstNode) => {
    const { start, end } = rangeOf(node);
    return source.slice(start, end);
  };
  const mutants = new Map<string, Mutant>();
  walk(ast, (node) => {
    const changesOf = node.nodeType.startsWith("Yul") ? yulChanges : solidityChanges;
    for (const change of changesOf(node, { source, rangeOf, textOf })) {
      const original = source.slice(change.start, change.end);
      if (original === change.replacement) continue;
      const place = `${change.start}:${change.end}:${change.replacement}`;
      const line = lineAt(source, change.start);
      if (!mutants.has(place)) mutants.set(place, { file, line, original, ...change });
    }
  });
  return [...mutants.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}
