import { transform } from "esbuild";
import type { Plugin } from "vite";

/**
 * Removes comments and escapes characters beyond ASCII, except in regular expressions. V8 keeps the source of loaded code in memory, with two bytes
 * for each character if one of them is beyond Latin-1.
 */
export function compactCode(): Plugin {
  return {
    name: "compact-code",
    apply: "build",
    renderChunk: {
      order: "post",
      handler: (code) =>
        transform(code, {
          charset: "ascii",
          legalComments: "none",
          // Removes all comments.
          minifyWhitespace: true,
          sourcemap: "external",
          target: "node24",
        }),
    },
  };
}
