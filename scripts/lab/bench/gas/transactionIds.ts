// Transaction IDs of the report's mints: numbers of six digits, unless said otherwise. Numbers that differ only
// in their lowest eight bits share a storage word where IDs are packed.

/** First number of the mints before the measurements. */
export const openingNumbers = 0x1_9000;

/** An unused number in the word of the opening's mints. */
export const unusedNumber = openingNumbers + 0xff;

/** First number of the mints with which the collection grows. */
export const growthNumbers = 0x3_2000;

const nineDigits = 987_654_321;

/** Shares its word with the number of nine digits. */
export const neighbourOfNineDigits = nineDigits - 1;

/** Other transaction IDs, by what they are. */
export const otherIds = {
  "first of 256 numbers": String(openingNumbers + 0x100),
  "number of 9 digits": String(nineDigits),
  "text of 36 characters": "0f8fad5b-d9cb-469f-a165-70867728950e",
};
