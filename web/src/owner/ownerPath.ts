/** Whether text has an address's form. Its checksum, if it has one, may be wrong. */
export function isAddressLike(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text);
}
