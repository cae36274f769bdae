/** The browser's own function, in place of the polyfill that the Markdown packages import. */
export default (value: unknown): unknown => structuredClone(value);
