import { createInterface } from "node:readline/promises";

/** Asks the person at the terminal. @returns undefined if there is no terminal. */
export async function promptPerson(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  using terminal = createInterface({ input: process.stdin, output: process.stdout });
  return terminal.question(question);
}
