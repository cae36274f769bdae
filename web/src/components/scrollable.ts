/** Props of a scrollable element. Without them, keyboard users of Safari cannot focus and therefore not scroll it. */
export const scrollable = { tabIndex: 0 } as const;
