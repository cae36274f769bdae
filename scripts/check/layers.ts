// The layers of the repository. Run alone, it also prints each folder's layers as they follow from its imports.
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, normalize, sep } from "node:path";
import { parseSync } from "vite";

interface Import {
  from: string;
  to: string;
}

/** For each folder and what it holds, by name: the names that it imports, with one example of each. */
type Graph = Map<string, Map<string, Map<string, Import>>>;

if (import.meta.main) {
  for (const [folder, graph] of await readGraph()) console.log(folder, levelsOf(graph));
}

/** Returns every import from one file of the repository to another, of types and on demand too. */
async function readImports(): Promise<Import[]> {
  const { imports } = JSON.parse(await readFile("package.json", "utf8"));
  const aliases = Object.entries<string>(imports).map(([alias, path]) => [alias.slice(0, -1), path] as const);
  const files = globSync("{*.ts,{api,collection,scripts,test,web}/**/*.{ts,tsx,mjs}}", {
    exclude: ["**/node_modules/**"],
  });
  const found = files.map(async (file) => {
    const { module } = parseSync(file, await readFile(file, "utf8"));
    const requests = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ];
    const source = await readFile(file, "utf8");
    for (const { moduleRequest } of module.dynamicImports) {
      requests.push(source.slice(moduleRequest.start + 1, moduleRequest.end - 1));
    }
    return requests.flatMap((request) => {
      const alias = aliases.find(([start]) => request.startsWith(start));
      if (alias === undefined && !request.startsWith(".")) return [];
      const to = alias
        ? normalize(alias[1].replace("*", request.slice(alias[0].length)))
        : join(dirname(file), request);
      return [{ from: file, to }];
    });
  });
  return (await Promise.all(found)).flat();
}

async function readGraph(): Promise<Graph> {
  const graph: Graph = new Map();
  for (const each of await readImports()) {
    const [from, to] = [each.from.split(sep), each.to.split(sep)];
    const depth = from.findIndex((part, index) => part !== to[index]);
    if (depth < 0) continue;
    const folder = from.slice(0, depth).join("/");
    const rooms = graph.get(folder) ?? new Map();
    graph.set(folder, rooms);
    const [a, b] = [from[depth] ?? "", to[depth] ?? ""];
    for (const name of [a, b]) if (!rooms.has(name)) rooms.set(name, new Map());
    rooms.get(a).set(b, each);
  }
  return graph;
}

/** Returns the names from the ground up; a knot is one entry. */
function levelsOf(rooms: Map<string, Map<string, Import>>): string[] {
  const left = new Map(rooms);
  const levels: string[] = [];
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of rooms.get(from)?.keys() ?? []) if (!seen.has(to)) { seen.add(to); reach(to, seen); }
    return seen;
  };
  const reached = new Map([...rooms.keys()].map((n) => [n, reach(n)]));
  const knot = (n: string) => [...rooms.keys()].filter((m) => m === n || (reached.get(n)?.has(m) && reached.get(m)?.has(n))).sort();
  while (left.size) {
    const ready = [...left.keys()].filter((n) => [...(reached.get(n) ?? [])].every((m) => !left.has(m) || knot(n).includes(m)));
    levels.push([...new Set(ready.map((n) => knot(n).length > 1 ? `KNOT(${knot(n).join(" ")})` : n))].sort().join(", "));
    for (const n of ready) left.delete(n);
  }
  return levels;
}
export { readImports, readGraph };
