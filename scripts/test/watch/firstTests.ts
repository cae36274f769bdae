import { basename } from "node:path/posix";

/** Source code by path from the project's root. */
type Sources = ReadonlyMap<string, string>;

/** Maximum number of files to run first. */
const maxFiles = 4;

/** A function of a contract, with the indexes of its first line and of the line after it. */
interface Part {
  name: string;
  text: string;
  isExternal: boolean;
  from: number;
  to: number;
}

/**
 * Returns the tests to run first after a contract change, most relevant first. Tests are relevant if they expect errors
 * on the changed lines or in the changed functions, if they call external functions that reach these, or if they are
 * named like one of those or like the changed file. Compares names, not executions, so a test may be missing: the
 * remaining tests follow in a second run.
 *
 * @param before the contracts before the change.
 * @param after the contracts after the change.
 * @param tests the candidates.
 * @param seconds duration of each file; of equally relevant files, short ones come first.
 */
export function firstTests(
  before: Sources,
  after: Sources,
  tests: Sources,
  seconds: Readonly<Record<string, number>>,
): string[] {
  const changes = [...after].map(([file, text]) => findChange(file, before.get(file) ?? "", text));
  const changed = changes.filter(({ lines }) => lines !== "");
  const lines = changed.map((each) => each.lines).join("\n");
  const parts = changed.flatMap((each) => each.parts);
  const reached = findCallers(after, [...parts.map(({ name }) => name), ...declaredNames(lines)]);
  const external = reached.filter(({ isExternal }) => isExternal).map(({ name }) => name);
  const errors = errorsIn(parts.map(({ text }) => text).join("\n"));
  const files = changed.map(({ file }) => basename(file, ".sol"));
  const score = ([file, text]: [string, string]) => {
    const isNamedLike = (names: readonly string[]) =>
      names.some((name) => basename(file).toLowerCase().startsWith(name.toLowerCase()));
    const calls = external.filter((name) => text.includes(`.${name}(`)).length;
    const expected = errors.filter((name) => text.includes(`"${name}"`)).length;
    const expectedHere = errorsIn(lines).filter((name) => text.includes(`"${name}"`)).length;
    return (
      Math.min(calls, 3) +
      10 * Math.min(expected, 3) +
      (isNamedLike(external) ? 20 : 0) +
      (isNamedLike(files) ? 40 : 0) +
      50 * expectedHere
    );
  };
  const scored = [...tests].map((test) => ({ file: test[0], score: score(test) }));
  return scored
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score || (seconds[a.file] ?? 0) - (seconds[b.file] ?? 0))
    .slice(0, maxFiles)
    .map(({ file }) => file);
}

/** Returns the changed lines of a file, as they were and as they are, and the functions that contain them. */
function findChange(file: string, before: string, after: string) {
  const [old = [], now = []] = [before, after].map((text) => withoutComments(text).split("\n"));
  let start = 0;
  while (start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const shortest = Math.min(old.length, now.length) - start;
  while (end < shortest && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const isChanged = start < Math.max(old.length, now.length) - end;
  const sides = isChanged ? [old, now] : [];
  return {
    file,
    lines: sides.map((side) => side.slice(start, side.length - end).join("\n")).join("\n"),
    parts: sides.flatMap((side) =>
      splitParts(side).filter(({ from, to }) => from <= side.length - end && start < to),
    ),
  };
}

/** Replaces each comment by its line breaks. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ""));
}

/** Returns the functions in a file, which Prettier indents by at most four spaces. */
function splitParts(lines: readonly string[]): Part[] {
  const starts = lines.flatMap((line, index) =>
    /^ {0,4}(function|modifier|constructor|fallback|receive)\b/.test(line) ? [index] : [],
  );
  return starts.map((from, index) => {
    const next = starts[index + 1] ?? lines.length;
    const closing = lines.findIndex(
      (line, at) => at >= from && /^ {0,4}}|^ {0,4}\S.*}$/.test(line),
    );
    const to = closing < 0 ? next : Math.min(closing + 1, next);
    const text = lines.slice(from, to).join("\n");
    const [, name = ""] = /^\s*(?:function|modifier)?\s*(\w+)/.exec(text) ?? [];
    return { name, text, from, to, isExternal: /\b(external|public)\b/.test(text) };
  });
}

/** Returns the functions with these names and those that call them, directly or not. */
function findCallers(contracts: Sources, names: readonly string[]): Part[] {
  const all = [...contracts.values()].flatMap((text) =>
    splitParts(withoutComments(text).split("\n")),
  );
  const reached = new Set(names);
  // Iterating a set includes items added during the iteration.
  for (const target of reached) {
    const pattern = new RegExp(`\\b${target}\\b`);
    for (const { name, text } of all) if (pattern.test(text)) reached.add(name);
  }
  return all.filter(({ name }) => reached.has(name));
}

/** Returns the names that lines declare: `LIMIT` in `uint256 constant LIMIT = 18;`. */
function declaredNames(lines: string): string[] {
  return [...lines.matchAll(/^ {0,4}\S.*?\b(\w+)\s*(?:=|;)/gm)].map(([, name = ""]) => name);
}

function errorsIn(text: string): string[] {
  return [...text.matchAll(/\brevert (\w+)/g)].map(([, name = ""]) => name);
}
