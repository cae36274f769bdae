/** Selector of all elements that Tab can reach; may also match some that it skips. */
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
