import { readFileSync } from "node:fs";
import { ifMissing } from "#protocol/values/ifMissing";
import { stripByteOrderMark } from "#protocol/values/textFile";

/** Reads a text file without its byte order mark; undefined if the file does not exist. */
export function readIfPresent(path: string): string | undefined {
  try {
    return stripByteOrderMark(readFileSync(path, "utf8"));
  } catch (error) {
    return ifMissing(error);
  }
}
