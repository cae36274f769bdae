/** Arguments of `vite` for the parts of `npm run build` that make the page; the second refers to the first. */
export const pageBuilds: readonly (readonly string[])[] = [
  ["build", "web"],
  ["build", "web", "--config", "web/vite.renderer.config.ts"],
];

/** The same for the service. */
export const serviceBuild: readonly string[] = ["build", "api"];

/** What the service's build is made of. */
export const serviceSources: readonly string[] = [
  "LICENSE",
  "api/src",
  "api/production",
  "api/protocol",
  "api/vite.config.ts",
  "scripts/cli",
  "scripts/shared",
  "typechain-types",
  "package.json",
  "package-lock.json",
];

/** File in `dist/` with the fingerprint of these sources. */
export const fingerprintFile = "sources.sha256";
