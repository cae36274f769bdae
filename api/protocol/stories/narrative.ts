/**
 * Whether a text has no lone surrogates. Replaces `String.prototype.isWellFormed`, which browsers
 * support only since 2023.
 */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/**
 * Whether a text can be stored. All lone surrogates have the same UTF-8 encoding, so different
 * texts would have the same hash; PostgreSQL strings cannot contain NUL.
 */
export function isStorableText(text: string): boolean {
  return isWellFormed(text) && !text.includes("\0");
}

/**
 * Unicode 17 white space (`White_Space`) and the byte order mark, listed explicitly because `\s` depends on the engine.
 */
const nonWhiteSpace =
  /[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/g;
const commentStart = "<!--";
const commentEnd = /--!?>/g;

/**
 * Whether a text is a story. A text with only white space and complete HTML comments is not a story, and removes the
 * current story. A comment is complete if `-->` ends it (HTML, 13.2.5.43 to 13.2.5.52). Runs in linear time.
 */
export function isStory(narrative: string): boolean {
  let position = 0;
  for (;;) {
    nonWhiteSpace.lastIndex = position;
    const start = nonWhiteSpace.exec(narrative)?.index;
    if (start === undefined) return false;
    if (!narrative.startsWith(commentStart, start)) return true;
    // `<!-->` and `<!--->` are also complete: opening and closing delimiters may share dashes.
    commentEnd.lastIndex = start + "<!".length;
    const end = commentEnd.exec(narrative);
    if (end?.[0] !== "-->") return true;
    position = commentEnd.lastIndex;
  }
}
