import { createRandom } from "../../scripts/shared/random.ts";

const firstNames = words(`
  Oda Imre Bettany Noor Halloran Tamsin Pell Yusra Corvo Dovie Ansel Ife Mirza Thessaly Grigor
  Lupe Wick Sabela Obadiah Hana Juniper Kofi Maren Ludo Anouk Ezra Suda Fenwick Inti Philippa
  Ravi Tove Cassius Marguerite Osk Amadi Vesper Barnaby Ximena Quill Petra Hesper Dagny
  Solomon Nettle Iskander Wren Teodor Zora Abel Clementine Rook Saoirse Emeka Linnet Haldor
  Priya Jasper Ottoline Mose Rumi
`);

/** First halves of surnames. After a hyphen, the second half is capitalized. */
const surnameHeads = words(`
  Kestrel- Salt Thistle- Cold Heron- Brack Marrow- Under Plover- Ash Copper- Hollow Larkspur-
  Stone Bramble- Dry Candle- High Sparrow- Quick Juniper- Long Tallow- Sand Magpie- White
  Cinder- Over Fennel-
`);

const surnameTails = words(`
  vane well harrow bell water mile oar croft hallow way lantern fold marsh tooth hand spindle
  ford wick gate ladder loom field march
`);

const epithets = [
  "“Two Kettles”",
  "“Half Moon”",
  "“Sundays Only”",
  "“The Patient”",
  "“Nine Mile”",
  "“Borrowed Boots”",
  "“No Relation”",
  "“Slow Fuse”",
  "“Last Ladle”",
  "“Almost”",
  "“Mostly Dry”",
  "“Third Bell”",
  "“Left-Hand”",
  "“Good Weather”",
  "“Ask Again”",
  "“Plain Dealing”",
  "“Before Breakfast”",
  "“Spare Key”",
  "“Wrong Road”",
  "“Little Thunder”",
  "“Paid in Full”",
  "“The Understudy”",
  "“Dead Reckoning”",
  "“Small Hours”",
  "“Never Lost”",
  "“Loose Change”",
  "“Thank You”",
  "“Upwind”",
  "“Forty Acres”",
] as const;

/** Number of drifters per epithet. */
const epithetEvery = 3;

/**
 * Returns the name of drifter `id`, such as `Oda “Nine Mile” Kestrel-Vane`. A stride visits each combination once, so
 * that names are unique for any set of IDs.
 */
export function nameDrifter(seed: string, id: number): string {
  const combinations = firstNames.length * surnameHeads.length * surnameTails.length;
  const name = walk([seed, "name"], id, combinations);
  const first = firstNames[name % firstNames.length];
  const rest = Math.floor(name / firstNames.length);
  const head = surnameHeads[rest % surnameHeads.length] ?? "";
  const tail = surnameTails[Math.floor(rest / surnameHeads.length)] ?? "";
  const epithet = epithets[walk([seed, "epithet"], id, epithets.length * epithetEvery)];
  return [first, epithet, joinSurname(head, tail)].filter(Boolean).join(" ");
}

function joinSurname(head: string, tail: string): string {
  return head.endsWith("-") ? head + tail.charAt(0).toUpperCase() + tail.slice(1) : head + tail;
}

/** Returns the `step`-th number of a sequence that visits every number below `length` once per cycle. */
function walk(keys: readonly (string | number)[], step: number, length: number): number {
  const random = createRandom(...keys);
  const start = Math.floor(random.next() * length);
  let stride = Math.floor(random.between(length * 0.3, length * 0.7));
  while (greatestCommonDivisor(stride, length) !== 1) stride += 1;
  return Number((BigInt(start) + BigInt(step) * BigInt(stride)) % BigInt(length));
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
