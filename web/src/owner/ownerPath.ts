/** Path of the page with a wallet's drifters. */
export function ownerPath(address: string): string {
  return `/owner/${address}`;
}
