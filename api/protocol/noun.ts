import { collectionConfig } from "#collection/collection.config.ts";

/** What people call a token: "token". */
export const noun = collectionConfig.noun.one;
export const nouns = collectionConfig.noun.many;
/** The same at the beginning of a sentence, in titles and before a number: "Token". */
export const Noun = capital(noun);
export const Nouns = capital(nouns);
/** "a token", "an owl". */
export const aNoun = `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
export const ANoun = capital(aNoun);

/** "1 token", "2 tokens". */
export function countNouns(count: number | bigint): string {
  return `${count} ${Number(count) === 1 ? noun : nouns}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
