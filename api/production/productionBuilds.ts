/** What the service's build is made of. */
export const serviceSources: readonly string[] = [
  "LICENSE",
  "api/src",
  "api/production",
  "api/protocol",
  "api/vite.config.ts",
  "collection/collection.config.ts",
  "scripts/cli",
  "scripts/shared",
  "typechain-types",
  "package.json",
  "package-lock.json",
];

/** File in `dist/` with the fingerprint of these sources. */
export const fingerprintFile = "sources.sha256";
