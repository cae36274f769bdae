/** Renders a quoted sentence in quotation marks, unless it starts with its own. */
export function Quote({ text }: { text: string }) {
  // An apostrophe is no quotation mark.
  const isQuoted = /^(?!’)[\p{Pi}\p{Pf}"„‚「『]/u.test(text);
  const Tag = isQuoted ? "span" : "q";
  return (
    <Tag className="quote" dir="auto">
      {text}
    </Tag>
  );
}
