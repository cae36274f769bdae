import type { Color, Light } from "./light.ts";
import type { Dye, Sky } from "./traits.ts";

/** Colors of a sky, the land under it, and the light it casts. */
export interface Palette {
  light: Light;
  /** Colors from the top of the image to the horizon. */
  air: readonly [Color, Color, Color];
  /** Color of the sun or moon behind the drifter's head. */
  disc: Color;
  /** Colors of the far, middle and near ridges. */
  land: readonly [Color, Color, Color];
}

export const palettes: Readonly<Record<Sky, Palette>> = {
  "Copper Dusk": {
    light: { key: "#ffd9a0", rim: "#ffcf8a", shadow: "#4a2150", ink: "#22101f" },
    air: ["#3d2c55", "#bd553f", "#f6b066"],
    disc: "#ffe0a6",
    land: ["#b2583f", "#74384a", "#41243f"],
  },
  "Bone Noon": {
    light: { key: "#fff4d8", rim: "#fffdf2", shadow: "#3c5768", ink: "#1f2a36" },
    air: ["#6fb0b0", "#bcd5c0", "#f4e7c6"],
    disc: "#fffbec",
    land: ["#d6b88c", "#b58a63", "#7d5b49"],
  },
  "Blue Hour": {
    light: { key: "#d3e6f2", rim: "#ffdfb0", shadow: "#132a52", ink: "#0a1730" },
    air: ["#142a4f", "#3a6a8e", "#f0c9a0"],
    disc: "#f9efd9",
    land: ["#557a94", "#2f5273", "#182f51"],
  },
  "Rose Dawn": {
    light: { key: "#ffe9cf", rim: "#fff3d0", shadow: "#5a3468", ink: "#2a1733" },
    air: ["#5f82ab", "#e79fa2", "#ffdcb0"],
    disc: "#fff4dc",
    land: ["#d0868a", "#9a5b73", "#573a5c"],
  },
  "Violet Storm": {
    light: { key: "#e0ccff", rim: "#f3c9ff", shadow: "#241a5c", ink: "#120d2a" },
    air: ["#221c45", "#5a458c", "#c491b8"],
    disc: "#f2d3ea",
    land: ["#6d538f", "#40336b", "#221b45"],
  },
  "Sulphur Haze": {
    light: { key: "#fff0a8", rim: "#fffac6", shadow: "#54402f", ink: "#251b0e" },
    air: ["#94801f", "#dfbe32", "#f8e690"],
    disc: "#fffad2",
    land: ["#bd9a2f", "#856729", "#4a3b1a"],
  },
  "Verdigris Morning": {
    light: { key: "#f6efc4", rim: "#fdf6cf", shadow: "#174650", ink: "#0c2429" },
    air: ["#25595f", "#68a48d", "#e8dca4"],
    disc: "#fbf3cd",
    land: ["#6f9a82", "#3f6f69", "#1f454a"],
  },
  "Salt White": {
    light: { key: "#ffffff", rim: "#ffffff", shadow: "#4a5670", ink: "#1d232d" },
    air: ["#d5dad6", "#ece8dc", "#f9f3e4"],
    disc: "#e4513a",
    land: ["#c6c8c1", "#99a1a3", "#5b656d"],
  },
  Inkfall: {
    light: { key: "#f4dcb2", rim: "#f6c080", shadow: "#101640", ink: "#070919" },
    air: ["#0d1026", "#1c2350", "#45487f"],
    disc: "#e0a96d",
    land: ["#303a70", "#1d2450", "#101532"],
  },
  "Ember Night": {
    light: { key: "#ffb48a", rim: "#ff8150", shadow: "#3a0c22", ink: "#160509" },
    air: ["#1c0a12", "#5e141b", "#dd4a22"],
    disc: "#ff8f4a",
    land: ["#8c2420", "#4c1220", "#280a16"],
  },
  "Green Aurora": {
    light: { key: "#c4f5d4", rim: "#95ffc8", shadow: "#072f42", ink: "#04141d" },
    air: ["#081d2b", "#10464c", "#3f9274"],
    disc: "#d6f7dc",
    land: ["#1f5a5a", "#113b44", "#09252f"],
  },
  "Black Sun": {
    light: { key: "#fff0dc", rim: "#ffffff", shadow: "#2c1030", ink: "#12060f" },
    air: ["#2a0b20", "#7d1d33", "#e8875a"],
    disc: "#140710",
    land: ["#7a2436", "#4a142c", "#260b1e"],
  },
};

/** Colors of the garbs. */
export const dyeColors: Readonly<Record<Dye, Color>> = {
  Rust: "#b9553a",
  Bone: "#dccfb4",
  Indigo: "#36498a",
  Moss: "#6c7d45",
  Ochre: "#d69c36",
  Oxblood: "#842433",
  Slate: "#66767f",
  Verdigris: "#2f8780",
  Plum: "#6f3e69",
  Char: "#413f47",
  Flare: "#ec5f32",
};

/** Second colors that match each dye. */
export const accentColors: Readonly<Record<Dye, readonly [Color, ...Color[]]>> = {
  Rust: ["#e6dcc6", "#2f6f73", "#e0b04a"],
  Bone: ["#b9553a", "#36498a", "#6c7d45"],
  Indigo: ["#e0a63c", "#e6dcc6", "#c8503c"],
  Moss: ["#e3c27a", "#b9553a", "#e6dcc6"],
  Ochre: ["#7a2f3a", "#2f5a6b", "#f0e6cf"],
  Oxblood: ["#e6dcc6", "#d69c36", "#5f8a88"],
  Slate: ["#e0703c", "#e8c35a", "#e6dcc6"],
  Verdigris: ["#e6c48a", "#d9603c", "#f0e6cf"],
  Plum: ["#e0b04a", "#e6dcc6", "#6fae9a"],
  Char: ["#d9482f", "#e0b04a", "#e6dcc6"],
  Flare: ["#f2e6cc", "#2b3a5c", "#413f47"],
};

export const skinColors: readonly [Color, ...Color[]] = [
  "#4e3021",
  "#6c422b",
  "#895635",
  "#9d6841",
  "#bd875b",
  "#d6a47a",
  "#e7bf9b",
  "#efcfb3",
];

export const hairColors: readonly [Color, ...Color[]] = [
  "#1d181b",
  "#1d181b",
  "#33241f",
  "#4d3021",
  "#7c4b26",
  "#b0702f",
  "#d0aa60",
  "#8e3a24",
  "#96938f",
  "#dedad2",
  "#2f7478",
];
