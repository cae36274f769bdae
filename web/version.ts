import packageJson from "../package.json" with { type: "json" };

/** Vite `define` entry for the version that the About page shows. */
export const versionDefinition = {
  "import.meta.env.VITE_VERSION": JSON.stringify(packageJson.version),
};
