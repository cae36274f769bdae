import { promptPerson } from "../../shared/commandLine/promptPerson.ts";
import { savedTransactions } from "../chain/savedChain.ts";
import type { StoppedWorld } from "../stoppedWorld.ts";

/** Values of `--changed-contract`, the default first. */
export const contractChoices = ["replay", "keep"] as const;
export type ContractChoice = (typeof contractChoices)[number];

/**
 * Returns a function that decides whether a changed contract replaces a stopped world's: as chosen, or as the person at
 * the terminal says. Without a terminal, it does.
 */
export function decideContract(choice: ContractChoice | undefined, prompt = promptPerson) {
  return async ({ entries }: StoppedWorld): Promise<boolean> => {
    if (choice !== undefined) return choice === "replay";
    const count = savedTransactions(entries).length;
    let message = `
The contract has changed since this world was stopped. Its ${count} transactions belong to the old version:

  replay  repeat them on the new version; owners and stories remain, as far as it accepts them
  keep    go on with the old version; the site may not understand it

Type replay or keep (replay): `;
    for (;;) {
      const answer = (await prompt(message))?.trim().toLowerCase();
      if (answer === "keep") return false;
      if (answer === undefined || answer === "" || answer === "replay") return true;
      message = "Type replay or keep (replay): ";
    }
  };
}
