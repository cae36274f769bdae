import { expect } from "chai";
import sharp from "sharp";
import type { SignedRevision } from "#protocol/wire/responses";
import { ApiError } from "../../../api/src/base/apiError.ts";
import { createCards } from "../../../api/src/cards/cards.ts";
import { cardSize, drawCard } from "../../../api/src/cards/drawCard.ts";
import { drawText } from "../../../api/src/cards/drawText.ts";

const size = { width: 60, height: 60, channels: 3, background: "#c96" } as const;
const portrait = await sharp({ create: size }).png().toBuffer();
const hash = "3639efcd08abb273b1619e82e78c29a7df02c1051b1820e99fc395dcaa3326b8";
const facts = {
  ...{ portrait, hash, number: "Drifter 7", name: "Ilse Marrow", foot: "November 9, 2026" },
  sentence: "She kept one lamp lit.",
};
const style = { font: "text", sizes: [40], color: "#fff", width: 480, height: 100 } as const;

describe("card of a story", () => {
  it("is a JPEG that is the same for the same story, and differs with each of its parts", async () => {
    const card = await drawCard(facts);
    expect(await sharp(card).metadata()).to.include({ format: "jpeg", ...cardSize });
    expect((await drawCard(facts)).equals(card)).to.equal(true);
    const others = { ...facts, hash: hash.replace("3", "4") };
    for (const other of [others, { ...facts, name: "Ilse" }, { ...facts, sentence: "She left." }])
      expect((await drawCard(other)).equals(card)).to.equal(false);
  });

  it("rejects a portrait that is not an image", async () => {
    const failed = drawCard({ ...facts, portrait: Buffer.from("{}") }).catch((error) => error);
    expect(await failed)
      .to.be.instanceOf(ApiError)
      .with.property("code", "collection.unusable");
  });

  it("draws markup and control characters as text, and long texts within their space", async () => {
    const plain = await drawText("x", style);
    const marked = await drawText("<b>x</b>&amp;\0", style);
    expect(marked.width).to.be.greaterThan(plain.width * 8);
    for (const text of [
      "</span>\u202e",
      "W".repeat(5_000),
      "word ".repeat(900),
      "\u0301".repeat(9e3),
    ]) {
      const { width, height } = await drawText(text, style);
      expect([width <= style.width, height <= style.height]).to.deep.equal([true, true]);
    }
    expect(await drawText("\u200b", style)).to.include({ width: 0, height: 0 });
  });

  for (const [script, name, side] of [
    ["Latin", "Ilse Marrow", "left"],
    ["Japanese", "鐘守の一人", "left"],
    ["Arabic", "حارس الجرس", "right"],
    ["Hebrew", "שומר הפעמון", "right"],
  ] as const) {
    it(`starts ${script} names on the ${side}`, async () => {
      const card = await drawCard({ ...facts, name });
      /** The brightest pixel of a column of the name's lines. */
      const brightest = async (left: number) => {
        const area = { left, top: 100, width: 60, height: 90 };
        const { channels } = await sharp(await sharp(card).extract(area).toBuffer()).stats();
        return channels[0]?.max ?? 0;
      };
      const [left, right] = [await brightest(664), await brightest(1084)];
      expect(left > right ? "left" : "right").to.equal(side);
    });
  }
});

describe("cached cards", () => {
  const story = {
    drifterId: "7",
    narrative: "Once.",
    savedAt: "2026-11-09T00:00:00Z",
    revision: 1,
  };
  let current: typeof story | undefined = story;
  let name = "Ilse";
  const readCard = createCards({
    collection: {
      readMetadata: async () => ({ name, description: "", attributes: [] }),
      readPortrait: async () => portrait,
    },
    // Safety: the cards read no other field.
    store: { find: async () => current as SignedRevision | undefined },
  });

  it("draws a card once for each revision and name, and never after the story is gone", async () => {
    const [first, same] = await Promise.all([readCard("7"), readCard("7")]);
    expect(same).to.equal(first);
    expect(await readCard("7")).to.equal(first);
    current = { ...story, revision: 2, narrative: "Twice." };
    const second = await readCard("7");
    expect(second.equals(first)).to.equal(false);
    name = "Ilse the Elder";
    expect((await readCard("7")).equals(second)).to.equal(false);
    current = undefined;
    const gone = await readCard("7").catch((error: unknown) => error);
    expect(gone).to.be.instanceOf(ApiError).with.property("code", "narrative.not_found");
  });

  it("draws one card at a time, up to a limit", async () => {
    current = story;
    const requests = Array.from({ length: 60 }, (_, id) => readCard(String(id)));
    const outcomes = await Promise.allSettled(requests);
    const codes = outcomes.map((each) => (each.status === "rejected" ? each.reason.code : "drawn"));
    expect(new Set(codes)).to.deep.equal(new Set(["drawn", "service.busy"]));
    // One is drawn and 32 wait; more if some were drawn before the last request.
    expect(codes.filter((code) => code === "drawn").length).to.be.at.least(33);
    expect(Buffer.isBuffer(await readCard("59"))).to.equal(true);
  });
});
