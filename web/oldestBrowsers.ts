/** The oldest browsers in which the page works: the target of its build, and of the check of what is built. */
export const oldestBrowsers = {
  chrome: "109",
  edge: "109",
  firefox: "115",
  safari: "16.4",
  ios: "16.4",
} as const;

/** The same, as Vite and esbuild name them. */
export const buildTarget = Object.entries(oldestBrowsers).map(
  ([browser, version]) => browser + version,
);
