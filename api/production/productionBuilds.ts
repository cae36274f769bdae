/** What the service's build is made of. */
export const serviceSources: readonly string[] = [
  "LICENSE",
  "api",
  "collection/collection.config.ts",
  "scripts/commands",
  "scripts/shared",
  "typechain-types",
  "package.json",
  "package-lock.json",
];

/** File in `dist/` with the fingerprint of these sources. */
export const fingerprintFile = "sources.sha256";
