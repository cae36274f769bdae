import { type Mutator, other, type TypeScriptChange, withPart } from "../changes.ts";
import { child, children, nameOf } from "../syntax.ts";

/** Replacements of methods. */
const swaps: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  find: "findLast",
  findLast: "find",
  indexOf: "lastIndexOf",
  lastIndexOf: "indexOf",
  replaceAll: "replace",
  push: "unshift",
  allSettled: "all",
};

/** Methods that return the type of their object, so the call can be removed. */
const skipped =
  /^(slice|filter|sort|toSorted|reverse|toReversed|trim|trimStart|trimEnd|toLowerCase|toUpperCase|normalize|padStart|padEnd|catch|finally|replace|replaceAll|unref|concat|default|optional|min|max|strict)$/;

/** Functions that return the type of their argument. */
const skippedFunctions =
  /^(getAddress|encodeURIComponent|decodeURIComponent|structuredClone|resolve|trim|normalize)$/;

const method: Mutator = ({ node }, text) => {
  const callee = child(node, "callee");
  if (node.type !== "CallExpression" || callee?.type !== "MemberExpression") return [];
  const [object, property] = [child(callee, "object"), child(callee, "property")];
  if (!object || !property || callee.computed === true) return [];
  const changes: TypeScriptChange[] = [];
  const swap = Object.hasOwn(swaps, nameOf(property)) ? swaps[nameOf(property)] : undefined;
  if (swap !== undefined) changes.push(withPart("method", node, property, swap, text));
  if (skipped.test(nameOf(property)) && nameOf(object) !== "Math") {
    const gap = text({ type: "", start: object.end, end: property.start });
    const start = object.end + gap.search(/(\?\.|\.)\s*$/);
    changes.push(withPart("call left out", node, { start, end: node.end }, "", text));
  }
  return changes;
};

const call: Mutator = ({ node }, text) => {
  const callee = child(node, "callee");
  const [argument, ...others] = children(node, "arguments");
  if (node.type !== "CallExpression" || !argument || others.length > 0) return [];
  return skippedFunctions.test(nameOf(callee))
    ? [other("call left out", node, text(argument))]
    : [];
};

export const callMutators: readonly Mutator[] = [method, call];
