import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** Returns one line per `@param` tag for a nonexistent parameter; undefined if there are none. */
export async function paramTagsAreCurrent(): Promise<string | undefined> {
  const files = globSync("{api,collection,scripts,test,web}/**/*.{ts,tsx,mjs}");
  const sources = files.map(async (file) => findStaleParams(file, await readFile(file, "utf8")));
  const problems = (await Promise.all(sources)).flat();
  return problems.length === 0 ? undefined : problems.join("\n");
}

/** Returns one sentence per `@param` tag whose name does not occur in the parameters after the comment. */
export function findStaleParams(file: string, source: string): string[] {
  return [...source.matchAll(/^[ \t]*\/\*\*(?:[^*]|\*(?!\/))*\*\//gm)].flatMap(
    ({ 0: comment, index }) => {
      const names = [...comment.matchAll(/@param\s+(?:\{[^}]*\}\s+)?([\w$.]+)/g)];
      const parameters = names.length > 0 ? parametersAfter(source, index + comment.length) : "";
      const words = new Set(parameters.match(/[\w$]+/g));
      // `props.children` describes a property, which may be destructured.
      const stale = names.filter(
        ([, name = ""]) => !name.split(".").some((part) => words.has(part)),
      );
      return stale.map(([, name]) => {
        const line = source.slice(0, index).split("\n").length;
        return `${file}:${line}: @param ${name} matches no parameter. Rename it or delete it.`;
      });
    },
  );
}

/** Returns the source between the first parentheses at or after `start`. */
function parametersAfter(source: string, start: number): string {
  const open = source.indexOf("(", start);
  let depth = 0;
  for (let end = open; open >= 0 && end < source.length; end += 1) {
    if (source[end] === "(") depth += 1;
    if (source[end] === ")") depth -= 1;
    if (depth === 0) return source.slice(open, end);
  }
  return "";
}
