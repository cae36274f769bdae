import { createInterface } from "node:readline/promises";

/** Asks whoever sits at the terminal. Without a terminal the answer is undefined. */
export async function askPerson(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  using terminal = createInterface({ input: process.stdin, output: process.stdout });
  return terminal.question(question);
}
