/** Removes the byte order mark that Windows editors put at the start of a file. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}
