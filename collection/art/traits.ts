/**
 * Values of each trait with their weights: twice the weight is twice as frequent. `drawTraits` draws from them, and
 * `portrait/` has a drawing for every value.
 */
type Weights = Readonly<Record<string, number>>;

export const callings = {
  Lamplighter: 12,
  "Mail Rider": 12,
  "Well Witch": 10,
  Salvor: 12,
  Surveyor: 10,
  Bonesetter: 9,
  Beekeeper: 7,
  Bellfounder: 6,
  "Seed Smuggler": 8,
  Stargazer: 7,
  Farrier: 8,
  Sexton: 5,
} as const satisfies Weights;

export const garbs = {
  "Long Duster": 14,
  "Pressure Suit": 14,
  "Striped Poncho": 12,
  "Quilted Coat": 12,
  "Plated Harness": 9,
  "Pilgrim Robe": 9,
  "Fur Parka": 9,
  "Rail Tunic": 8,
  "Bib and Straps": 9,
} as const satisfies Weights;

export const dyes = {
  Rust: 13,
  Bone: 11,
  Indigo: 11,
  Moss: 10,
  Ochre: 11,
  Oxblood: 9,
  Slate: 10,
  Verdigris: 9,
  Plum: 7,
  Char: 7,
  Flare: 3,
} as const satisfies Weights;

export const helms = {
  "Bare Head": 13,
  "Wide Brim": 12,
  "Reed Cone": 7,
  "Deep Hood": 9,
  "Wound Scarf": 9,
  "Flyer's Cap": 8,
  "Shearling Hat": 7,
  "Glass Dome": 9,
  "Diver's Bell": 7,
  "Moon Helm": 10,
  "Kettle Helm": 7,
  "Hare Helm": 5,
  "Bee Veil": 4,
  "Long Beak": 4,
  "Antler Mask": 3,
  "Signal Box": 3,
  "Lamp Crown": 2,
} as const satisfies Weights;

export const visages = {
  "Bare Face": 12,
  "Dust Goggles": 10,
  Respirator: 8,
  Bandana: 8,
  Eyepatch: 6,
  "Ochre Stripe": 7,
  "Round Spectacles": 7,
  "Tally Tattoo": 5,
  "Gold Visor": 10,
  "Smoke Visor": 10,
  "Ember Visor": 8,
  "Tide Visor": 8,
  "Cracked Visor": 5,
  "Star Visor": 3,
} as const satisfies Weights;

export const burdens = {
  Bedroll: 13,
  "Twin Tanks": 11,
  "Radio Mast": 10,
  "Water Cask": 10,
  "Lantern Pole": 9,
  "Pinwheel Dynamo": 9,
  "Potted Sapling": 8,
  "Gramophone Horn": 6,
  "Paper Parasol": 4,
  "Straw Skep": 5,
  "Kite Frame": 6,
} as const satisfies Weights;

export const companions = {
  None: 12,
  "Sand Fox": 10,
  Rook: 10,
  "Barn Owl": 8,
  "Horned Lizard": 9,
  "Speckled Hen": 8,
  "Tunnel Cat": 9,
  "Lantern Moth": 7,
  "Sky Jelly": 6,
  "Wind-up Wren": 5,
  "Dust Hare": 8,
  "Little Moon": 2,
} as const satisfies Weights;

export const keepsakes = {
  "Storm Lantern": 12,
  "Tin Cup": 12,
  "Brass Key": 10,
  "Sealed Letter": 11,
  "Long Spanner": 10,
  Hourglass: 8,
  "Dowsing Rod": 8,
  "Hand Bell": 8,
  "Desert Poppy": 8,
  "Three Cards": 7,
  Spyglass: 9,
  "Speckled Egg": 4,
} as const satisfies Weights;

export const skies = {
  "Copper Dusk": 13,
  "Bone Noon": 11,
  "Blue Hour": 12,
  "Rose Dawn": 11,
  "Violet Storm": 9,
  "Sulphur Haze": 9,
  "Verdigris Morning": 9,
  "Salt White": 8,
  Inkfall: 9,
  "Ember Night": 6,
  "Green Aurora": 5,
  "Black Sun": 2,
} as const satisfies Weights;

export const horizons = {
  Mesas: 13,
  Dunes: 12,
  "Dead Pylons": 10,
  Windmills: 10,
  "Broken Hull": 9,
  "Lit Domes": 10,
  "Stone Arch": 9,
  "Leviathan Bones": 6,
  Lighthouse: 7,
  Stillworks: 8,
  "Dry Viaduct": 8,
} as const satisfies Weights;

export type Calling = keyof typeof callings;
export type Garb = keyof typeof garbs;
export type Dye = keyof typeof dyes;
export type Helm = keyof typeof helms;
export type Visage = keyof typeof visages;
export type Burden = keyof typeof burdens;
export type Companion = keyof typeof companions;
export type Keepsake = keyof typeof keepsakes;
export type Sky = keyof typeof skies;
export type Horizon = keyof typeof horizons;

/** A drifter's traits. Its arrival is the phase in which it was minted. */
export interface Traits {
  calling: Calling;
  garb: Garb;
  dye: Dye;
  helm: Helm;
  visage: Visage;
  burden: Burden;
  companion: Companion;
  keepsake: Keepsake;
  sky: Sky;
  horizon: Horizon;
}

const visors: readonly Visage[] = [
  "Gold Visor",
  "Smoke Visor",
  "Ember Visor",
  "Tide Visor",
  "Cracked Visor",
  "Star Visor",
];
const uncoveredFaces: readonly Visage[] = [
  "Bare Face",
  "Eyepatch",
  "Ochre Stripe",
  "Round Spectacles",
  "Tally Tattoo",
];
const openFaces: readonly Visage[] = [...uncoveredFaces, "Dust Goggles", "Respirator", "Bandana"];

/** Visages by kind of surface, skin or glass, which the helm determines. */
export const visagesUnder: Readonly<Record<Helm, readonly Visage[]>> = {
  "Bare Head": openFaces,
  "Wide Brim": openFaces,
  "Reed Cone": openFaces,
  "Deep Hood": openFaces,
  "Wound Scarf": openFaces,
  "Flyer's Cap": openFaces,
  "Shearling Hat": openFaces,
  "Lamp Crown": openFaces,
  "Glass Dome": uncoveredFaces,
  "Bee Veil": uncoveredFaces,
  "Diver's Bell": visors,
  "Moon Helm": visors,
  "Kettle Helm": visors,
  "Hare Helm": visors,
  "Long Beak": visors,
  "Antler Mask": visors,
  "Signal Box": visors,
};
