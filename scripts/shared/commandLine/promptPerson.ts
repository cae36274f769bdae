import { createInterface } from "node:readline/promises";

/** Prompts the person at the terminal. @returns undefined if there is no terminal. */
export async function promptPerson(message: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  using terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Awaited here, because leaving the function closes the terminal.
  return await terminal.question(message);
}
