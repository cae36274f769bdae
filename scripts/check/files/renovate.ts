import { z } from "zod";

// https://docs.renovatebot.com/configuration-options, as far as it is used here.

const packageNames = z.array(z.string().min(1)).min(1);
const group = z.union([
  z.strictObject({ groupName: z.string(), matchPackageNames: packageNames }),
  z.strictObject({ groupName: z.string(), matchManagers: packageNames }),
]);
/** Versions that are not offered, with the reason. */
const pin = z.strictObject({
  description: z.string().min(1),
  matchPackageNames: packageNames,
  allowedVersions: z.string().regex(/^<=?\d+(\.\d+){0,2}$/),
});

/** Configuration of Renovate: groups, and pins with their reasons. */
export const renovateSchema = z.strictObject({
  $schema: z.literal("https://docs.renovatebot.com/renovate-schema.json"),
  extends: z.array(z.string()),
  schedule: z.array(z.string()),
  minimumReleaseAge: z.string().regex(/^\d+ days$/),
  rangeStrategy: z.literal("pin"),
  ignorePaths: z.array(z.string()),
  packageRules: z.array(z.union([pin, group])),
});
