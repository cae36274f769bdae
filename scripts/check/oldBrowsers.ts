import { transform } from "esbuild";
import { build, parseAst, type Rolldown } from "vite";
import { features } from "web-features";
import { buildTarget, oldestBrowsers } from "../../web/oldestBrowsers.ts";

/** First version of each browser that has a function, by the names of web-features; absent if none has. */
type Support = Readonly<Partial<Record<string, string>>>;

/** What is read of a node of a syntax tree. */
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

/** Newer functions that packages call only where a browser has them, and methods of their own objects with such names. */
const harmless: ReadonlySet<string> = new Set([
  // @noble/hashes and ox convert bytes themselves otherwise. Their points of curves have methods of that name.
  "Uint8Array.fromHex",
  ".toHex",
  ".toBase64",
  ".fromHex",
  // React Router's own, and not `RegExp.escape`.
  ".escape",
  // tslib, in WalletConnect, has its own otherwise.
  "Symbol.dispose",
  "Symbol.asyncDispose",
  "SuppressedError",
  // viem's counter of requests.
  ".take",
]);

const { ios: safari_ios, ...others } = oldestBrowsers;
const oldest = Object.entries({ ...others, safari_ios });

/** Functions of the language and of browsers by their paths, such as `URL.parse` and `Array.toSorted`. */
const functions = new Map<string, Support>();
/** Methods of the language's objects by their names: several objects may have one of that name. */
const methods = new Map<string, Support[]>();
for (const feature of Object.values(features)) {
  if (feature.kind !== "feature") continue;
  // Safety: the data's schema requires it; its types leave it open.
  const keys = (feature.status.by_compat_key ?? {}) as Record<string, { support: Support }>;
  for (const [key, { support }] of Object.entries(keys)) {
    const [, language, path] = /^(?:(javascript\.builtins)|api)\.([\w.]+)$/.exec(key) ?? [];
    if (path === undefined) continue;
    functions.set(path.replace(/_static$/, ""), support);
    const [, method] = /^(?!Temporal\.|\w*Disposa|Suppressed)\w+\.(\w+)$/.exec(path) ?? [];
    if (language && method) methods.set(method, [...(methods.get(method) ?? []), support]);
  }
}

/** Builds the page and checks it, with its packages. @returns the error message, or undefined without one. */
export async function pageRunsInOldestBrowsers(): Promise<string | undefined> {
  const options = { configFile: "web/vite.config.ts", build: { write: false }, logLevel: "error" };
  // Safety: a build that is not watched and has one output returns it.
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
  return `Newer than ${buildTarget.join(", ")}. Use something older, or list it in scripts/check/oldBrowsers.ts if it is only called where it exists:\n${lines.join("\n")}`;
}

/** Returns the functions in a script that not all of the oldest browsers have. */
export function newerFunctions(code: string): string[] {
  const found = new Set<string>();
  visit(parseAst(code));
  return [...found].filter((each) => !harmless.has(each));

  function visit(value: unknown): void {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    // Safety: only nodes have a type.
    const node = value as Node;
    // The method of a call before the call itself.
    for (const child of listParts(node)) visit(child);
    const path = formatPath(node);
    if (path !== undefined && isNewer(functions.get(path))) found.add(path);
    const method = readMethod(node);
    if (method && !found.has(formatPath(node.callee) ?? "") && methods.get(method)?.every(isNewer))
      found.add(`.${method}`);
  }
}

/** The parts of a node that are evaluated: not names of properties, and not what `typeof` only looks for. */
function listParts(node: Node): unknown[] {
  if (node.operator === "typeof") return [];
  if (node.type === "MemberExpression" && !node.computed) return [node.object];
  if (node.type === "Property" && !node.computed) return [node.value];
  return Object.values(node);
}

/** `URL` and `URL.parse` of the nodes that read them. */
function formatPath(node: Node | undefined): string | undefined {
  const { type, name, object, property, computed } = node ?? {};
  if (type === "Identifier") return name;
  if (type !== "MemberExpression" || computed || object?.type !== "Identifier") return undefined;
  return `${object.name}.${property?.name}`;
}

/** The name of the method that a node calls, unless it is an optional call. */
function readMethod({ type, callee, optional }: Node): string | undefined {
  if (type !== "CallExpression" || optional || callee?.computed) return undefined;
  return callee?.property?.name;
}

function isNewer(support: Support | undefined): boolean {
  if (support === undefined) return false;
  return oldest.some(([browser, version]) => !(Number(support[browser]) <= Number(version)));
}

/** Returns the first line of a script with syntax that not all of the oldest browsers have, if there is one. */
export async function newerSyntax(code: string): Promise<string[]> {
  // All of them have these, but esbuild lists single Unicode properties.
  const supported = { "regexp-unicode-property-escapes": true };
  const [newest, older] = await Promise.all([
    transform(code, { target: "esnext" }),
    transform(code, { target: buildTarget, supported }),
  ]);
  const lines = older.code.split("\n");
  const line = newest.code.split("\n").find((each, index) => each !== lines[index]);
  return line === undefined ? [] : [line.trim().slice(0, 200)];
}
