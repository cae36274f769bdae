/** Path of the page with a wallet's drifters. */
export function ownerPath(address: string): string {
  return `/owner/${address}`;
}

/** Whether text has an address's form. Its checksum, if it has one, may be wrong. */
export function isAddressLike(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text);
}
