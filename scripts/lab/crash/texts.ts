import type { Random } from "../../shared/random.ts";

const largestBytes = 65_536;
const leastBytesForNumber = 12;

/** Characters of one to four bytes and both kinds of line break, so that torn text is detected. */
const prose = Buffer.from(
  "Dust over the łow road — 砂の道 🌒, and a lantern.\r\nThen\n".repeat(1_400),
);

/**
 * Returns a text of 1 byte to 64 kB that `reserve` accepts, with sizes distributed logarithmically. Sometimes it is a
 * comment or empty, which takes the story down.
 */
export function writeText(random: Random, reserve: (text: string) => boolean): string {
  if (random.chance(0.02)) {
    const removal = random.chance(0.5) ? "" : `<!-- ${random.next()} -->\n`;
    if (reserve(removal)) return removal;
  }
  for (let extraBytes = 0; ; extraBytes += 1) {
    const bytes = Math.floor(largestBytes ** random.next()) + extraBytes;
    const text = bytes < leastBytesForNumber ? writeLine(random, bytes) : writeProse(random, bytes);
    if (reserve(text)) return text;
  }
}

function writeLine(random: Random, bytes: number): string {
  const letters = Array.from({ length: bytes }, () => Math.floor(random.between(33, 127)));
  return String.fromCharCode(...letters);
}

function writeProse(random: Random, bytes: number): string {
  const number = random.next().toString(36).slice(2, leastBytesForNumber);
  const start = Math.floor(random.between(0, 60));
  const cut = prose.subarray(start, start + bytes - number.length).toString();
  // A character that was cut apart has become U+FFFD.
  return number + cut.replaceAll("\ufffd", "");
}
