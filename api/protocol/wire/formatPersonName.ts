import type { PersonName } from "./responses.ts";

/** Formats a wallet's name with its note, as plain text: `правда.eth (Cyrillic)`. */
export function formatPersonName({ name, note }: PersonName): string {
  return note === undefined ? name : `${name} (${note})`;
}
