/**
 * Options of a bundle whose stack traces name the sources by their paths in the project, such as `api/src/server.ts`
 * and `node_modules/pg/lib/client.js`. The maps do not contain the sources.
 */
export const sourceMapOptions = {
  sourcemapExcludeSources: true,
  sourcemapPathTransform: (source: string) => source.replace(/^(\.\.\/)+/, ""),
};
