import { type Mutator, other } from "../changes.ts";
import { child, children, isFunction, nameOf } from "../syntax.ts";

/** Numbers from here on are limits and times, in which a difference of one is no observable fault. */
const largeNumber = 100;

const literal: Mutator = ({ node, parent, field }) => {
  if (node.type !== "Literal" || (parent.type === "MemberExpression" && field === "property"))
    return [];
  const { value } = node;
  if (typeof value === "boolean") return [other("literal", node, String(!value))];
  if (typeof value === "number") {
    return [other("literal", node, String(value < largeNumber ? value + 1 : value * 2))];
  }
  if (typeof value === "bigint") {
    return [other("literal", node, `${value < largeNumber ? value + 1n : value * 2n}n`)];
  }
  return [];
};

/** Removes the anchors or the flags of a regular expression. */
const regularExpression: Mutator = ({ node }, text) => {
  if (node.type !== "Literal" || typeof node.regex !== "object") return [];
  const whole = text(node);
  const changed = [
    // The parser reads `/<!--` as a comment.
    whole.replace(/^\/\^(?=<)/, "/(?:)").replace(/^\/\^/, "/"),
    whole.replace(/([^\\])\$(\/[a-z]*)$/, "$1$2"),
    whole.replace(/\/([a-z]*)[gi]([a-z]*)$/, "/$1$2"),
  ];
  return changed.filter((each) => each !== whole).map((each) => other("expression", node, each));
};

/** Empties an array literal, except in another array or in `as const` and `satisfies` expressions. */
const list: Mutator = ({ node, parent }) => {
  if (node.type !== "ArrayExpression" || children(node, "elements").length === 0) return [];
  return /^(ArrayExpression|TS)/.test(parent.type) ? [] : [other("list", node, "[]")];
};

/** Removes a spread in an object or array. */
const spread: Mutator = ({ node, parent, field }) => {
  if (parent.type !== "SpreadElement" || field !== "argument") return [];
  // Spreading an empty array into an object adds nothing either.
  return [other("spread", node, "[]")];
};

/** Removes `await`. */
const awaited: Mutator = ({ node }, text) => {
  const argument = child(node, "argument");
  return node.type === "AwaitExpression" && argument ? [other("await", node, text(argument))] : [];
};

/** Empties an arrow function whose body is a call. */
const body: Mutator = ({ node, parent, field }) => {
  if (field !== "body" || !isFunction(parent)) return [];
  const acts = /^(CallExpression|ChainExpression|AwaitExpression|AssignmentExpression)$/;
  return acts.test(node.type) ? [other("body", node, "undefined")] : [];
};

/** Attributes that are only styling or have no visible effect. */
const plainAttributes = /^(className|style|key|ref|type|d|viewBox|fill|stroke.*|width|height)$/;

/** Removes an attribute of an element, but not of a component, whose props may be required. */
const attribute: Mutator = ({ node, parent, field, ancestors: [element] }, text) => {
  if (parent.type !== "JSXAttribute" || field !== "value") return [];
  const tag = nameOf(element && child(element, "name"));
  if (!/^[a-z]/.test(tag) || plainAttributes.test(nameOf(child(parent, "name")))) return [];
  const expression = child(node, "expression");
  if (expression)
    return expression.type === "JSXEmptyExpression"
      ? []
      : [other("attribute", expression, "undefined")];
  // JSX strings are not JavaScript strings: values that differ between the two are skipped.
  if (/[&\\\n]/.test(text(node))) return [];
  return [{ kind: "attribute", form: "attribute", node, replacement: "undefined" }];
};

export const valueMutators: readonly Mutator[] = [
  literal,
  regularExpression,
  list,
  spread,
  awaited,
  body,
  attribute,
];
