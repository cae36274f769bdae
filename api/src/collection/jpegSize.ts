/** Width and height in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Reads a JPEG's size from its first bytes; undefined if they are not a JPEG's or lack the size. */
export function jpegSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  // A segment: 0xff, its marker, and its length, which includes the length field.
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    if (isFrame(bytes.readUInt8(at + 1))) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Whether a marker is a start of frame: 0xc0 to 0xcf except DHT, JPG and DAC. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
}
