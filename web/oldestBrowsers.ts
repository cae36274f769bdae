/**
 * Minimum browser versions that the app supports. The build targets these versions, and `npm run
 * check` verifies its output against them.
 */
export const oldestBrowsers = {
  chrome: "109",
  edge: "109",
  firefox: "115",
  safari: "16.4",
  ios: "16.4",
} as const;

/** The minimum versions in the form of Vite and esbuild. */
export const buildTarget = Object.entries(oldestBrowsers).map(
  ([browser, version]) => browser + version,
);
