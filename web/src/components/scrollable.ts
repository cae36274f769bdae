/** Props of a scrollable element. Safari's keyboard users can focus, and so scroll, only elements with a tabindex. */
export const scrollable = { tabIndex: 0 } as const;
