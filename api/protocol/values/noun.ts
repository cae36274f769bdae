import { collectionConfig } from "#collection/collection.config.ts";

/** What people call a token: "keeper". */
export const noun = collectionConfig.noun.one;
export const nouns = collectionConfig.noun.many;
/** The same at the beginning of a sentence, in titles and before a number: "Keeper". */
export const Noun = capital(noun);
export const Nouns = capital(nouns);
/** "a keeper", "an owl". */
export const aNoun = `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
export const ANoun = capital(aNoun);

/** "1 keeper", "2 keepers". */
export function countNouns(count: number | bigint): string {
  return `${count} ${Number(count) === 1 ? noun : nouns}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
