/** Returns a name in lowercase with hyphens, for packages and URIs: "tidal-keepers" for "Tidal Keepers". */
export function slug(name: string): string {
  return (name.toLowerCase().match(/[a-z0-9]+/g) ?? []).join("-");
}
