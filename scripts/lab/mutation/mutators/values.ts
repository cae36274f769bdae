import { type Mutator, other } from "../changes.ts";
import { child, children, isFunction, nameOf } from "../syntax.ts";

/** Numbers from here on are limits and times: one more of them is no fault that anybody notices. */
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

/** A regular expression without its anchors or its flags. */
const regularExpression: Mutator = ({ node }, text) => {
  if (node.type !== "Literal" || typeof node.regex !== "object") return [];
  const whole = text(node);
  const changed = [
    // The parser takes `/<!--` for a comment.
    whole.replace(/^\/\^(?=<)/, "/(?:)").replace(/^\/\^/, "/"),
    whole.replace(/([^\\])\$(\/[a-z]*)$/, "$1$2"),
    whole.replace(/\/([a-z]*)[gi]([a-z]*)$/, "/$1$2"),
  ];
  return changed.filter((each) => each !== whole).map((each) => other("expression", node, each));
};

/** A list without its elements; `[]` in another list or in a constant of the types is left alone. */
const list: Mutator = ({ node, parent }) => {
  if (node.type !== "ArrayExpression" || children(node, "elements").length === 0) return [];
  return /^(ArrayExpression|TS)/.test(parent.type) ? [] : [other("list", node, "[]")];
};

/** `...rest` in an object or a list: without it. */
const spread: Mutator = ({ node, parent, field }) => {
  if (parent.type !== "SpreadElement" || field !== "argument") return [];
  // In an object, too, an empty list spreads to nothing.
  return [other("spread", node, "[]")];
};

/** `await x`. */
const awaited: Mutator = ({ node }, text) => {
  const argument = child(node, "argument");
  return node.type === "AwaitExpression" && argument ? [other("await", node, text(argument))] : [];
};

/** `() => act()`: a function that does nothing. */
const body: Mutator = ({ node, parent, field }) => {
  if (field !== "body" || !isFunction(parent)) return [];
  const acts = /^(CallExpression|ChainExpression|AwaitExpression|AssignmentExpression)$/;
  return acts.test(node.type) ? [other("body", node, "undefined")] : [];
};

/** Attributes that are looks, or that nobody sees. */
const plainAttributes = /^(className|style|key|ref|type|d|viewBox|fill|stroke.*|width|height)$/;

/** An attribute of an element, not of a component: whatever it is, the element can be without it. */
const attribute: Mutator = ({ node, parent, field, ancestors: [element] }, text) => {
  if (parent.type !== "JSXAttribute" || field !== "value") return [];
  const tag = nameOf(element && child(element, "name"));
  if (!/^[a-z]/.test(tag) || plainAttributes.test(nameOf(child(parent, "name")))) return [];
  const expression = child(node, "expression");
  if (expression)
    return expression.type === "JSXEmptyExpression"
      ? []
      : [other("attribute", expression, "undefined")];
  // Its quotes are those of markup: what would read otherwise in an expression is left alone.
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
