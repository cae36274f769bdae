import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";
import { isBundled } from "./build.ts";

/** Location of a call in this build, as in `    at call (file:///…/serve-hash.js:12:3)`. */
const location = /(file:\/\/\/[^()]+\.js):(\d+):(\d+)/;

/** Maps that were read, as long as memory is not needed for something else. */
const maps = new Map<string, WeakRef<SourceMap>>();

/**
 * Makes stack traces of this thread name files and lines of the sources, if it runs the bundle. A source map is read
 * when a trace is used: with Node's `--enable-source-maps`, all of them are in memory from the start.
 */
export function mapStackTraces(): void {
  if (!isBundled) return;
  // https://v8.dev/docs/stack-trace-api#customizing-stack-traces
  Error.prepareStackTrace = (error, calls) =>
    [
      Error.prototype.toString.call(error),
      ...calls.map((call) => `    at ${mapped(`${call}`)}`),
    ].join("\n");
}

function mapped(call: string): string {
  return call.replace(location, (whole, url: string, line: string, column: string) => {
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
    return origin && "fileName" in origin
      ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`
      : whole;
  });
}

/** Undefined for a file without a map. */
function mapOf(url: string): SourceMap | undefined {
  const known = maps.get(url)?.deref();
  if (known !== undefined) return known;
  try {
    const map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), "utf8")));
    maps.set(url, new WeakRef(map));
    return map;
  } catch {
    return undefined;
  }
}
