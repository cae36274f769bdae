import { collectionConfig } from "#collection/collection.config.ts";

/** Singular noun for a token, in lowercase: "keeper". */
export const noun = collectionConfig.noun.one;
export const nouns = collectionConfig.noun.many;
/** Capitalized singular noun, for titles, the start of a sentence and before a number: "Keeper". */
export const Noun = capital(noun);
export const Nouns = capital(nouns);
/** Singular noun with its article: "a keeper", "an owl". */
export const aNoun = withArticle(noun);
export const ANoun = capital(aNoun);

/** Returns the title of a token without a name, also for use in sentences: "Keeper #7". */
export function tokenTitle(drifterId: string): string {
  return `${Noun} #${drifterId}`;
}

/** Returns a noun with its article: "a keeper", "an owl". */
export function withArticle(word: string): string {
  return `${/^[aeio]/.test(word) ? "an" : "a"} ${word}`;
}

/** Formats a token count: "1 keeper", "2 keepers". */
export function countNouns(count: number | bigint): string {
  return `${count} ${Number(count) === 1 ? noun : nouns}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
