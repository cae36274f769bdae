import { transform } from "esbuild";
import { build, parseAst, type Rolldown } from "vite";
import { features } from "web-features";
import { buildTarget, oldestBrowsers } from "../../web/oldestBrowsers.ts";

/** The first version of each browser that supports a function, by web-features name; absent if no version does. */
type Support = Readonly<Partial<Record<string, string>>>;

/** The syntax tree node properties that this file reads. */
interface Node {
  type: string;
  name?: string;
  computed?: boolean;
  optional?: boolean;
  operator?: string;
  object?: Node;
  property?: Node;
  value?: Node;
  callee?: Node;
}

/**
 * Newer functions that packages call only if the browser supports them, and methods of the
 * packages' own objects with the same names.
 */
const unreportedFunctions: ReadonlySet<string> = new Set([
  // @noble/hashes and ox have fallbacks for converting bytes. Their curve points have methods with these names.
  "Uint8Array.fromHex",
  ".toHex",
  ".toBase64",
  ".fromHex",
  // React Router's own function, not `RegExp.escape`.
  ".escape",
  // tslib, which WalletConnect uses, has a fallback.
  "Symbol.dispose",
  "Symbol.asyncDispose",
  "SuppressedError",
  // viem's request counter.
  ".take",
  // `Animation.pause`, not `Atomics.pause`.
  ".pause",
]);

const { ios: safari_ios, ...others } = oldestBrowsers;
const oldest = Object.entries({ ...others, safari_ios });

/** Language and browser functions by path, such as `URL.parse` and `Array.toSorted`. */
const functions = new Map<string, Support>();
/** Methods of the language's objects by name; several objects may share a method name. */
const methods = new Map<string, Support[]>();
for (const feature of Object.values(features)) {
  if (feature.kind !== "feature") continue;
  // Safety: the data's schema requires the property, although its types do not.
  const keys = (feature.status.by_compat_key ?? {}) as Record<string, { support: Support }>;
  for (const [key, { support }] of Object.entries(keys)) {
    const [, language, path] = /^(?:(javascript\.builtins)|api)\.([\w.]+)$/.exec(key) ?? [];
    if (path === undefined) continue;
    functions.set(path.replace(/_static$/, ""), support);
    const [, method] = /^(?!Temporal\.|\w*Disposa|Suppressed)\w+\.(\w+)$/.exec(path) ?? [];
    if (language && method) methods.set(method, [...(methods.get(method) ?? []), support]);
  }
}

/** Builds the web app and checks it, including its packages. @returns the error message; undefined on success. */
export async function pageRunsInOldestBrowsers(): Promise<string | undefined> {
  const options = { configFile: "web/vite.config.ts", build: { write: false }, logLevel: "error" };
  // Safety: a build without watch mode and with one output returns that output.
  const { output } = (await build(options as never)) as Rolldown.RolldownOutput;
  const scripts = output.filter((file) => file.type === "chunk");
  const problems = await Promise.all(
    scripts.map(async ({ name, code }) => [
      ...newerFunctions(code).map((found) => `${name}: ${found}`),
      ...(await newerSyntax(code)).map((line) => `${name}: the syntax of ${line}`),
    ]),
  );
  const lines = problems.flat();
  if (lines.length === 0) return undefined;
  return `Newer than ${buildTarget.join(", ")}. Use an older feature, or list the function in scripts/check/oldBrowsers.ts if it is called only where supported:\n${lines.join("\n")}`;
}

/** Returns the functions in a script that at least one of the oldest browsers lacks. */
export function newerFunctions(code: string): string[] {
  const found = new Set<string>();
  visit(parseAst(code));
  return [...found].filter((each) => !unreportedFunctions.has(each));

  function visit(value: unknown): void {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    // Safety: only nodes have a `type`.
    const node = value as Node;
    // Visits a call's method before the call itself.
    for (const child of listParts(node)) visit(child);
    const path = formatPath(node);
    if (path !== undefined && isNewer(functions.get(path))) found.add(path);
    const method = readMethod(node);
    if (method && !found.has(formatPath(node.callee) ?? "") && methods.get(method)?.every(isNewer))
      found.add(`.${method}`);
  }
}

/** Returns a node's evaluated children: not property names, and not the operand of `typeof`. */
function listParts(node: Node): unknown[] {
  if (node.operator === "typeof") return [];
  if (node.type === "MemberExpression" && !node.computed) return [node.object];
  if (node.type === "Property" && !node.computed) return [node.value];
  return Object.values(node);
}

/** Returns the path that a node reads, such as `URL` or `URL.parse`. */
function formatPath(node: Node | undefined): string | undefined {
  const { type, name, object, property, computed } = node ?? {};
  if (type === "Identifier") return name;
  if (type !== "MemberExpression" || computed || object?.type !== "Identifier") return undefined;
  return `${object.name}.${property?.name}`;
}

/** Returns the name of the method that a node calls, unless the call is optional. */
function readMethod({ type, callee, optional }: Node): string | undefined {
  if (type !== "CallExpression" || optional || callee?.computed) return undefined;
  return callee?.property?.name;
}

function isNewer(support: Support | undefined): boolean {
  if (support === undefined) return false;
  return oldest.some(([browser, version]) => !(Number(support[browser]) <= Number(version)));
}

/** Returns a script's first line with syntax that at least one of the oldest browsers lacks, if any. */
export async function newerSyntax(code: string): Promise<string[]> {
  // All of these browsers support Unicode properties, but esbuild treats each property separately.
  const supported = { "regexp-unicode-property-escapes": true };
  const [newest, older] = await Promise.all([
    transform(code, { target: "esnext" }),
    transform(code, { target: buildTarget, supported }),
  ]);
  const lines = older.code.split("\n");
  const line = newest.code.split("\n").find((each, index) => each !== lines[index]);
  return line === undefined ? [] : [line.trim().slice(0, 200)];
}
