const digits = 40;
const digitsInByte = 2;

/** Bytes of a packed address: its 20 bytes, and a bit for each of its digits that says whether it is a capital letter. */
export const packedAddressBytes = digits / digitsInByte + digits / 8;

const [nine, capitalA, smallA] = [..."9Aa"].map((letter) => letter.charCodeAt(0)) as [
  number,
  number,
  number,
];
const unpacked = Buffer.alloc(digits);

/** Packs an address into `bytes`, from `start`. */
export function packAddress(address: string, bytes: Uint8Array, start: number): void {
  const capitals = start + digits / digitsInByte;
  for (let place = start; place < start + packedAddressBytes; place += 1) bytes[place] = 0;
  for (let digit = 0; digit < digits; digit += 1) {
    const code = address.charCodeAt(digit + 2);
    const value = code <= nine ? code & 15 : (code & 15) + 9;
    const place = start + (digit >> 1);
    bytes[place] = ((bytes[place] ?? 0) << 4) | value;
    if (code > nine && code < smallA) {
      const bits = capitals + (digit >> 3);
      bytes[bits] = (bytes[bits] ?? 0) | (1 << (digit & 7));
    }
  }
}

/** Returns the address that was packed into `bytes`, from `start`. */
export function unpackAddress(bytes: Uint8Array, start: number): `0x${string}` {
  const capitals = start + digits / digitsInByte;
  for (let digit = 0; digit < digits; digit += 1) {
    const value = ((bytes[start + (digit >> 1)] ?? 0) >> (digit % 2 === 0 ? 4 : 0)) & 15;
    const isCapital = (((bytes[capitals + (digit >> 3)] ?? 0) >> (digit & 7)) & 1) === 1;
    const first = isCapital ? capitalA : smallA;
    unpacked[digit] = value < 10 ? value + nine - 9 : value - 10 + first;
  }
  return `0x${unpacked.toString("latin1")}`;
}
