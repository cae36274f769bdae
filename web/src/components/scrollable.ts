/** Props of an element that scrolls: a keyboard scrolls only what has the focus, and Safari focuses no such element by itself. */
export const scrollable = { tabIndex: 0 } as const;
