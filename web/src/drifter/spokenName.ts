/** What a picture with only a drifter's number below it is called: `Drifter 124, Mara of the Salt Flats`. */
export function spokenName(drifterId: string, name?: string): string {
  return name ? `Drifter ${drifterId}, ${name}` : `Drifter ${drifterId}`;
}
