/** A selector of everything that the Tab key can reach; may also match some elements that it skips. */
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
