import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { Noun, nouns } from "#protocol/values/noun";
import { importArt } from "../../../../scripts/commands/ownCollection/importArt.ts";
import { readArtFolder } from "../../../../scripts/commands/ownCollection/readArtFolder.ts";
import { withEnvironment } from "../../../support/commands/commandHere.ts";
import { errorOf } from "../../../support/errorOf.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const picture = (width: number, height = width, background = "#336699") =>
  sharp({ create: { width, height, channels: 3, background } });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><circle r="5"/></svg>';

describe("npm run collection -- art", () => {
  let folder: string;
  let pictures: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    pictures = join(folder, "pictures");
    for (const path of ["pictures", "collection/public", "cache"]) {
      await mkdir(join(folder, path), { recursive: true });
    }
  });

  const write = (name: string, content: string) => writeFile(join(pictures, name), content);
  const read = (table?: string) =>
    readArtFolder(pictures, table === undefined ? undefined : join(pictures, table));
  const importAll = async (table?: string) => {
    const progress: number[] = [];
    const source = await read(table);
    const notes = await withEnvironment(
      {},
      () => importArt(source, ({ done }) => progress.push(done)),
      folder,
    );
    return { notes, progress, warnings: source.warnings };
  };
  const art = (path: string) => join(folder, "collection/art", path);
  const sides = async (path: string) => {
    const { format, width, height } = await sharp(art(path)).metadata();
    return [format, width, height];
  };

  it("makes square JPEGs of both sizes from pictures of each format and size, in any order", async () => {
    await picture(500).png().toFile(join(pictures, "2.png"));
    await picture(450, 600).webp().toFile(join(pictures, "lamp 0010.WebP"));
    await picture(4_500).jpeg().toFile(join(pictures, "1.jpeg"));
    await picture(24).gif().toFile(join(pictures, "3.gif"));
    await write("4.svg", svg);
    const { notes, progress } = await importAll();
    expect(await sides("images/full/1.jpg")).to.deep.equal(["jpeg", 4_000, 4_000]);
    expect(await sides("images/full/2.jpg")).to.deep.equal(["jpeg", 500, 500]);
    expect(await sides("images/full/3.jpg")).to.deep.equal(["jpeg", 1_008, 1_008]);
    expect(await sides("images/full/4.jpg")).to.deep.equal(["jpeg", 1_000, 1_000]);
    expect(await sides("images/full/10.jpg")).to.deep.equal(["jpeg", 450, 450]);
    for (const id of [1, 2, 3, 4, 10]) {
      expect(await sides(`images/${id}.jpg`)).to.deep.equal(["jpeg", 480, 480]);
    }
    expect(notes).to.deep.equal(["lamp 0010.WebP is 450 × 600: its middle square is shown."]);
    expect(progress).to.deep.equal([1, 2, 3, 4, 5]);
    const { width, height } = await sharp(join(folder, "collection/public/preview.jpg")).metadata();
    expect([width, height]).to.deep.equal([1_200, 630]);
  });

  it("copies square JPEGs unchanged, and replaces earlier art", async () => {
    await picture(500).jpeg().toFile(join(pictures, "1.jpg"));
    await picture(500).jpeg().toFile(join(pictures, "2.jpg"));
    await importAll();
    const source = await readFile(join(pictures, "1.jpg"));
    expect(source.equals(await readFile(art("images/full/1.jpg")))).to.equal(true);
    await importAll();
    expect(await readdir(art("metadata"))).to.deep.equal(["1.json", "2.json"]);
  });

  it("writes names, descriptions and traits from a table with Excel's quirks", async () => {
    for (const id of [1, 2])
      await picture(500)
        .jpeg()
        .toFile(join(pictures, `${id}.jpg`));
    const rows = ['1;"Ada; of the Moss";Long;', "2;;Short;Burns <low>"];
    await write("traits.csv", `\ufeffID;Name;Wick;Description\r\n${rows.join("\r\n")}\r\n;;;\r\n`);
    await importAll("traits.csv");
    const metadata = async (id: number) =>
      JSON.parse(await readFile(art(`metadata/${id}.json`), "utf8"));
    const image = (id: number) => `/${nouns}/images/full/${id}.jpg`;
    const wick = (value: string) => [{ trait_type: "Wick", value }];
    expect(await metadata(1)).to.deep.equal({
      ...{ name: "Ada; of the Moss", image: image(1), attributes: wick("Long") },
    });
    expect(await metadata(2)).to.deep.equal({
      ...{ name: `${Noun} #2`, description: "Burns <low>", image: image(2) },
      attributes: wick("Short"),
    });
    const sheet = await readFile(join(folder, "cache/contactSheet.html"), "utf8");
    expect(sheet).to.include("1 Ada; of the Moss").and.include("Wick: Short");
  });

  it("names missing numbers, and rows and pictures without each other", async () => {
    for (const id of [1, 2, 7])
      await picture(500)
        .jpeg()
        .toFile(join(pictures, `${id}.jpg`));
    await write("traits.csv", "id,Wick\n1,Long\n9,Short\n");
    const { warnings } = await importAll("traits.csv");
    expect(warnings.map((each) => each.replace(/\S+traits/, "traits"))).to.deep.equal([
      "No picture has the number 3–6.",
      "traits.csv has no row for 2, 7.",
      "traits.csv has rows without a picture: 9.",
    ]);
  });

  it("lists all doubled and unnumbered pictures and rows, and reads no further", async () => {
    for (const name of ["1.png", "01.jpg", "cover.png"]) await write(name, "");
    await write("traits.csv", "id,Wick\n1,Long\n1,Short\nx,Short\n");
    const { message } = await errorOf(read("traits.csv"));
    expect(message.replaceAll(pictures, "").split("\n")).to.deep.equal([
      "Nothing was written:",
      "01.jpg and 1.png are both pictures of 1: remove one.",
      "cover.png has no number from 1: name it like 7.png.",
      "/traits.csv: rows 2 and 3 are both for 1: remove one.",
      '/traits.csv: row 4 has no number, but "x".',
    ]);
    await write("traits.csv", "Wick\nLong\n");
    expect((await errorOf(read("traits.csv"))).message).to.match(
      /needs a header with a column "id"/,
    );
    expect((await errorOf(readArtFolder(join(pictures, "none"), undefined))).message).to.include(
      "cannot be read (ENOENT)",
    );
  });

  it("replaces nothing if a picture is unreadable, and names it", async () => {
    await picture(500).jpeg().toFile(join(pictures, "1.jpg"));
    await importAll();
    await picture(500, 500, "#ff0000").jpeg().toFile(join(pictures, "1.jpg"));
    const before = await readFile(art("images/full/1.jpg"));
    await write("2.png", "no image");
    expect((await errorOf(importAll())).message).to.match(/^Nothing was replaced.*\n\S+2\.png: /);
    expect(before.equals(await readFile(art("images/full/1.jpg")))).to.equal(true);
  });
});
