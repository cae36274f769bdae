/** Returns the accessible name of a portrait with only a number below it: `Drifter 124, Mara of the Salt Flats`. */
export function accessibleName(drifterId: string, name?: string): string {
  return name ? `Drifter ${drifterId}, ${name}` : `Drifter ${drifterId}`;
}
