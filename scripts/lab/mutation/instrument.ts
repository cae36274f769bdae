import type { TypeScriptMutant } from "./findMutants.ts";

/** A mutant, and the number by which it is switched on. */
export interface NumberedMutant {
  number: number;
  mutant: TypeScriptMutant;
}

/** The function that tells whether a mutant is switched on, and takes note that its place was reached. */
const switchName = "isMutant__";

/**
 * The source with all its mutants in it, each behind a switch. Lines stay where they are.
 * The mutants are those of `findTypeScriptMutants`, in their order.
 */
export function instrument(source: string, mutants: readonly NumberedMutant[]): string {
  const targets = groupByNode(mutants);
  const header = `const ${switchName} = globalThis.${switchName} ?? (() => false); `;
  return header + render(source, { start: 0, end: source.length }, targets);
}

interface Target {
  start: number;
  end: number;
  form: TypeScriptMutant["form"];
  mutants: NumberedMutant[];
}

/** Outer nodes before those within them. */
function groupByNode(mutants: readonly NumberedMutant[]): Target[] {
  const targets = new Map<string, Target>();
  for (const numbered of mutants) {
    const { form, node } = numbered.mutant;
    const key = `${form} ${node.start} ${node.end}`;
    const target = targets.get(key) ?? { start: node.start, end: node.end, form, mutants: [] };
    target.mutants.push(numbered);
    targets.set(key, target);
  }
  return [...targets.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The text of a range with the targets in it; `targets` are consumed as far as they lie in the range. */
function render(source: string, range: { start: number; end: number }, targets: Target[]): string {
  let text = "";
  let place = range.start;
  for (let next = targets[0]; next && next.start < range.end; next = targets[0]) {
    targets.shift();
    text += source.slice(place, next.start) + wrap(next, render(source, next, targets));
    place = next.end;
  }
  return text + source.slice(place, range.end);
}

function wrap({ form, mutants }: Target, original: string): string {
  const isOn = ({ number }: NumberedMutant) => `${switchName}(${number})`;
  const [first] = mutants;
  if (!first) return original;
  if (form === "statement") return `{if(${isOn(first)}){}else{${original}}}`;
  if (form === "block") return `{if(${isOn(first)}){}else${original}}`;
  if (form === "attribute") return `{${isOn(first)}?undefined:${original}}`;
  const switches = mutants.map(
    // What is replaced keeps no line breaks: those of the original are enough.
    (each) => `${isOn(each)}?(${onOneLine(each.mutant.node.replacement)}):`,
  );
  return `(${switches.join("")}(${original}))`;
}

/** Templates and comments to the end of a line keep theirs: then lines move, which only messages show. */
function onOneLine(text: string): string {
  return /`|\/\//.test(text) ? text : text.replace(/\s*\n\s*/g, " ");
}
