/** Removes the byte order mark with which Windows editors begin a text, so that its first word is read as written. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}
