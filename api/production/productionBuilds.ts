/** Sources that the service's build depends on. */
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

/** Name of the file in `dist/` that stores the fingerprint of these sources. */
export const fingerprintFile = "sources.sha256";
