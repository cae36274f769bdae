import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, matchesGlob, normalize, relative, sep } from "node:path";
import { parseSync } from "vite";

/**
 * The layers of each folder, from the bottom up. A module, which is a file or folder, may be imported only from higher
 * layers, not from its own layer. The longest match counts: `api` stands for everything in it that no other line lists.
 * Folders without an entry may contain any modules without circular imports.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  "": [
    "package.json, typechain-types, collection",
    "api/protocol",
    "api/sale, api/production",
    "api/trace",
    "api/localChain",
    "api/src, web",
    "api/src/exports",
    "api, scripts",
    "collection/art, hardhat.config.ts",
    "test",
  ],
  "api/protocol": ["values", "chain", "wire", "stories"],
  "api/src": [
    "base",
    "settings",
    "files, http",
    "chain",
    "collection, names, narratives",
    "search",
    "catalogue",
    "cards",
    "pages",
    "openapi",
    "feeds, mint, operations",
    "book, storage.ts",
    "service.ts",
    "app.ts",
    "server.ts",
    "main.ts, exports",
  ],
  "web/src": [
    "page, styles",
    "env.ts",
    "chain, service",
    "components, sale, tokens",
    "about, wallet, UnknownPage.tsx",
    "dev, narrative, site, transactions",
    "help, phases, token",
    "gallery, home, map, owner, stories",
    "book, mint",
    "pageComponents.tsx",
    "App.tsx",
    "main.tsx, server",
  ],
  scripts: ["bootstrap, shared", "bootstrap.mjs, check, test, world", "commands", "lab"],
};

/** Folders that other code, except tests, may import only through one of their subfolders. */
const entryFolders: Readonly<Record<string, string>> = { "api/src": "api/src/exports" };

/** Paths from the repository's root. */
export interface Import {
  from: string;
  to: string;
  /** The specifier as written. */
  specifier: string;
}

/**
 * Checks that imports between folders go down and are not circular, and that docs/architecture.md
 * shows the layers. Includes type-only and dynamic imports.
 *
 * @returns the error message; undefined on success.
 */
export async function importsGoDown(): Promise<string | undefined> {
  const problems = findFaults(await readImports());
  const shown = Object.entries(layers).map(
    ([folder, floors]) =>
      `${folder || "top level"}:\n${floors.map((each) => `  ${each}\n`).join("")}`,
  );
  const document = await readFile("docs/architecture.md", "utf8");
  if (!document.includes(shown.join(""))) {
    problems.push(
      `docs/architecture.md shows outdated layers. The current layers are:\n${shown.join("")}`,
    );
  }
  return problems.length === 0 ? undefined : problems.join("\n");
}

/**
 * Returns one sentence per import that goes up or sideways, is circular, bypasses an entry folder, or lacks its alias.
 */
export function findFaults(imports: readonly Import[]): string[] {
  const problems = Object.entries(layers).flatMap(([folder, floors]) =>
    findUpwardImports(folder, floors, imports),
  );
  for (const folder of new Set(imports.flatMap(({ from }) => foldersAbove(from)))) {
    if (!(folder in layers)) problems.push(...findImportCycles(folder, imports));
  }
  for (const { from, to, specifier } of imports) {
    for (const [room, door] of Object.entries(entryFolders)) {
      if ([room, "test"].some((inside) => isIn(from, inside)) || isIn(to, door)) continue;
      if (isIn(to, room)) problems.push(`${from} imports ${to}: enter ${room} by ${door}.`);
    }
    if (specifier.startsWith(".")) problems.push(...findMissedAlias(from, to));
  }
  return problems;
}

function findUpwardImports(folder: string, floors: readonly string[], imports: readonly Import[]) {
  const heights = new Map(
    floors.flatMap((floor, height) => floor.split(", ").map((room) => [room, height] as const)),
  );
  const rooms = [...heights.keys()].toSorted((a, b) => b.length - a.length);
  const findRoom = (path: string) => rooms.find((room) => isIn(relative(folder, path), room));
  return imports.flatMap(({ from, to }) => {
    if (!isIn(from, folder) || !isIn(to, folder)) return [];
    const [above, below] = [findRoom(from), findRoom(to)];
    if (above === undefined || below === undefined) {
      const missing = above === undefined ? from : to;
      return [
        `${missing} is not in a layer of ${folder || "the top level"}: add it in scripts/check/layers.ts.`,
      ];
    }
    if (above === below || (heights.get(above) ?? 0) > (heights.get(below) ?? 0)) return [];
    return [
      `${from} imports ${to}, but ${below} is not below ${above}: move the shared code below both.`,
    ];
  });
}

/** Describes circular imports among a folder's modules, with an example import of each. */
function findImportCycles(folder: string, imports: readonly Import[]): string[] {
  const arrows = new Map<string, Map<string, Import>>();
  for (const each of imports) {
    if (!isIn(each.from, folder) || !isIn(each.to, folder)) continue;
    const [[from = ""], [to = ""]] = [each.from, each.to].map((path) =>
      relative(folder, path).split(sep),
    ) as [string[], string[]];
    if (from !== to) arrows.set(from, (arrows.get(from) ?? new Map()).set(to, each));
  }
  const reach = (room: string, seen = new Set<string>()): Set<string> => {
    for (const next of arrows.get(room)?.keys() ?? []) {
      if (!seen.has(next)) reach(next, seen.add(next));
    }
    return seen;
  };
  const knotted = [...arrows.keys()].filter((room) => reach(room).has(room));
  return knotted.flatMap((room) =>
    [...(arrows.get(room) ?? [])]
      .filter(([to]) => knotted.includes(to) && reach(to).has(room))
      .map(
        ([to, { from, to: target }]) =>
          `${from} imports ${target}: ${room} and ${to} of ${folder} import each other.`,
      ),
  );
}

const aliases: readonly (readonly [string, string])[] = Object.entries<string>(
  JSON.parse(await readFile("package.json", "utf8")).imports,
).map(([name, path]) => [name.replace("*", ""), normalize(path)] as const);

/** An import from another part of the repository must use that part's alias, if any. */
function findMissedAlias(from: string, to: string): string[] {
  return aliases.flatMap(([alias, path]) => {
    const [folder = ""] = path.split("*");
    if (!matchesGlob(to, path.replace("*", "**/*")) || isIn(from, dirname(`${folder}x`))) return [];
    const rest = path.endsWith(".ts")
      ? to.slice(folder.length, -".ts".length)
      : to.slice(folder.length);
    return [`${from} imports ${to}: write ${alias}${rest}.`];
  });
}

async function readImports(): Promise<Import[]> {
  const files = globSync("{*.ts,{api,collection,scripts,test,web}/**/*.{ts,tsx,mjs}}", {
    exclude: ["**/node_modules/**"],
  });
  const found = files.map(async (from) => {
    const source = await readFile(from, "utf8");
    const { module } = parseSync(from, source);
    const written = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap((each) => each.moduleRequest ?? []),
      ),
      ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
    ];
    return written.flatMap(({ start, end }) => {
      const specifier = source.slice(start + 1, end - 1);
      const [alias, path] = aliases.find(([name]) => specifier.startsWith(name)) ?? [];
      if (path !== undefined && alias !== undefined) {
        return [{ from, to: path.replace("*", specifier.slice(alias.length)), specifier }];
      }
      return specifier.startsWith(".")
        ? [{ from, to: join(dirname(from), specifier), specifier }]
        : [];
    });
  });
  return (await Promise.all(found)).flat();
}

function isIn(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === "." ? [] : [above, ...foldersAbove(above)];
}
