/** A selector of all that the Tab key can stop at, however it was made, and of what it wrongly passes over. */
export const focusable = [
  "a[href]",
  "button:enabled",
  "input:enabled",
  "select:enabled",
  "textarea:enabled",
  "summary",
  "iframe",
  "[contenteditable]",
  "[tabindex='0']",
].join(", ");
