import type { Mutant } from "../assurance/mutants/mutant.ts";
import type { Form, Mutator, TypeScriptChange } from "./changes.ts";
import { callMutators } from "./mutators/calls.ts";
import { operatorMutators } from "./mutators/operators.ts";
import { statementMutators } from "./mutators/statements.ts";
import { valueMutators } from "./mutators/values.ts";
import { canBeSwitched, isRemovable } from "./placement.ts";
import { parseTypeScript, type SyntaxNode, type Visit, visitTree } from "./syntax.ts";

/** A mutant of a TypeScript file. `original` and `replacement` contain only the part that differs. */
export interface TypeScriptMutant extends Mutant {
  form: Form;
  /** Range and complete new text of the replaced node. */
  node: { start: number; end: number; replacement: string };
}

const mutators: readonly Mutator[] = [
  ...operatorMutators,
  ...callMutators,
  ...valueMutators,
  ...statementMutators,
];

/** Returns all mutants of a file in source order. */
export function findTypeScriptMutants(file: string, source: string): TypeScriptMutant[] {
  const text = ({ start, end }: SyntaxNode) => source.slice(start, end);
  const mutants = new Map<string, TypeScriptMutant>();
  visitTree(parseTypeScript(file, source), (place) => {
    for (const change of mutators.flatMap((mutator) => mutator(place, text))) {
      if (!fits(change, place)) continue;
      const mutant = mutantOf(file, source, change);
      const key = `${mutant.node.start} ${mutant.node.end} ${mutant.node.replacement}`;
      if (!mutants.has(key)) mutants.set(key, mutant);
    }
  });
  return [...mutants.values()].sort((a, b) => a.node.start - b.node.start);
}

/** A change of a node below the visited one was proposed for where that stands. */
function fits({ form, node }: TypeScriptChange, place: Visit): boolean {
  if (form === "statement") return isRemovable(place);
  if (form !== "expression") return true;
  return node !== place.node || canBeSwitched(place);
}

function mutantOf(file: string, source: string, change: TypeScriptChange): TypeScriptMutant {
  const { kind, form, node, replacement } = change;
  const shown = change.shown ?? { original: source.slice(node.start, node.end), replacement };
  return {
    file,
    kind,
    form,
    line: source.slice(0, node.start).split("\n").length,
    start: node.start,
    end: node.end,
    original: shown.original,
    replacement: shown.replacement,
    node: { start: node.start, end: node.end, replacement },
  };
}
