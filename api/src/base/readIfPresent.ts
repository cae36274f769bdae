import { readFileSync } from "node:fs";
import { ifMissing } from "#protocol/values/ifMissing";
import { withoutByteOrderMark } from "#protocol/values/textFile";

/** Reads a text file without its byte order mark; undefined if there is no such file. */
export function readIfPresent(path: string): string | undefined {
  try {
    return withoutByteOrderMark(readFileSync(path, "utf8"));
  } catch (error) {
    return ifMissing(error);
  }
}
