/**
 * Bundle options for stack traces with project-relative source paths, such as `api/src/server.ts`
 * and `node_modules/pg/lib/client.js`. The maps do not contain the sources.
 */
export const sourceMapOptions = {
  sourcemapExcludeSources: true,
  sourcemapPathTransform: (source: string) => source.replace(/^(\.\.\/)+/, ""),
};
