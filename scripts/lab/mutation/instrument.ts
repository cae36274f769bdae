import type { TypeScriptMutant } from "./findMutants.ts";

/** A mutant and the number that activates it. */
export interface NumberedMutant {
  number: number;
  mutant: TypeScriptMutant;
}

/** Name of the function that returns whether a mutant is active and records that it was reached. */
const switchName = "isMutant__";

/**
 * Returns the source with all its mutants, each behind a switch. Line numbers do not change.
 * The mutants are those of `findTypeScriptMutants`, in its order.
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

/** Sorts outer nodes before inner ones. */
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

/** Returns the text of a range with its targets instrumented; these are removed from `targets`. */
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
    // Replacements have no line breaks, because those of the original remain.
    (each) => `${isOn(each)}?(${onOneLine(each.mutant.node.replacement)}):`,
  );
  return `(${switches.join("")}(${original}))`;
}

/** Templates and line comments keep their line breaks. This shifts line numbers, but only in messages. */
function onOneLine(text: string): string {
  return /`|\/\//.test(text) ? text : text.replace(/\s*\n\s*/g, " ");
}
