/** Removes the byte order mark that Windows editors write at the start of a file. */
export function stripByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}
