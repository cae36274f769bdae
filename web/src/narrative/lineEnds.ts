/** Returns a text as a textarea has it: a text that differs by its line ends only is the same to its writer. */
export function withUnixLineEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
