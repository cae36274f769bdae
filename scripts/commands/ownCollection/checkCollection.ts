import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { wcagContrast } from "culori";
import sharp from "sharp";
import { toFunctionSelector } from "viem";
import { collectionAbi } from "#chain/abi";
import { collectionConfig } from "#collection/collection.config.ts";
import type { CollectionConfig } from "#collection/collectionConfig.ts";
import { stripByteOrderMark } from "#protocol/values/textFile";
import { pageList } from "#protocol/wire/pages";
import { parseMetadata, unreadableFields } from "#protocol/wire/tokenMetadata";
import { readSaleFile, SaleFileError } from "#service/settings";
import { loadScenario, scenarioNames } from "../../world/scenarios/scenario.ts";
import { portraitSides } from "./importArt.ts";
import { template } from "./newCollection.ts";
import { parseColors } from "./theme.ts";

const config: CollectionConfig = collectionConfig;
/** Minimum text contrast (WCAG 2.2, 1.4.3). */
const minContrast = 4.5;
const textColors = ["text", "text-soft", "text-faint", "link", "accent", "alert"];
const saleFile = "collection/sale.json";
const grounds = ["page", "ground", "surface"];

/** Returns one error per missing or inconsistent item. */
export async function checkCollection(): Promise<string[]> {
  const files = await readdir(template, { recursive: true });
  return [
    ...[...files, "theme.css", "public/preview.jpg"]
      .filter((file) => !file.startsWith("stories"))
      .filter((file) => !existsSync(`collection/${file}`))
      .map((file) => `collection/${file} is missing.`),
    ...checkNouns(config.noun),
    ...(await checkContract()),
    ...(await checkTheme()),
    ...checkSale(),
    ...(await checkScenarios()),
    ...(config.art === "folder" ? await checkArt() : []),
  ];
}

/** Returns one error per noun that cannot be a page's path. */
export function checkNouns({ one, many }: CollectionConfig["noun"]): string[] {
  const taken = [
    ...pageList
      .filter(({ name }) => name !== "token" && name !== "gallery")
      .map(({ path }) => path.split("/")[1]),
    ...["api", "assets", "feed", "chain"],
  ];
  return [one, many]
    .filter((word) => !/^[a-z]+$/.test(word) || one === many || taken.includes(word))
    .map(
      (word) =>
        `noun: "${word}" must be lowercase letters, differ from the other noun, and not be a page's path.`,
    );
}

async function checkContract(): Promise<string[]> {
  const file = `contracts/${config.contract}.sol`;
  const source = await readFile(file, "utf8").catch(() => undefined);
  if (source === undefined) return [`${file} is missing.`];
  const offered = collectionAbi.flatMap((item) =>
    item.type === "function" ? [toFunctionSelector(item)] : [],
  );
  const wanted = [
    `${config.mintFunction}(bytes32,bytes,string,uint256)`,
    `${config.priceFunction}()`,
  ];
  const cap = Number(
    /startingSignerAddress, ([\d_]+),/.exec(source)?.[1]?.replaceAll("_", "") ?? 0,
  );
  return [
    ...(source.includes(`name = ${JSON.stringify(config.name)}`)
      ? []
      : [`${file}: the name is not ${config.name}.`]),
    ...(cap < 2 ** 14
      ? []
      : [`${file}: the supply cap is ${cap}; at most 16383 tokens can be counted.`]),
    ...wanted
      .filter((each) => !offered.includes(toFunctionSelector(`function ${each}`)))
      .map((each) => `${file} has no ${each}.`),
  ];
}

async function checkTheme(): Promise<string[]> {
  const themes = parseColors(await readFile("collection/theme.css", "utf8").catch(() => ""));
  return (["dark", "light"] as const).flatMap((scheme) => {
    const color = (name: string) => themes[scheme].get(`color-${name}`) ?? "#000";
    const weak = textColors.flatMap((text) =>
      grounds.flatMap((ground) => {
        const contrast = wcagContrast(color(text), color(ground));
        return contrast >= minContrast
          ? []
          : [
              `theme.css, ${scheme}: --color-${text} on --color-${ground} has a contrast of ${contrast.toFixed(2)}; text needs ${minContrast}.`,
            ];
      }),
    );
    const frame = config.themeColors[scheme];
    return frame === color("page")
      ? weak
      : [
          ...weak,
          `collection.config.ts: themeColors.${scheme} is ${frame}, but --color-page is ${color("page")}.`,
        ];
  });
}

function checkSale(): string[] {
  if (!existsSync(saleFile)) return [];
  try {
    readSaleFile(saleFile);
    return [];
  } catch (error) {
    if (error instanceof SaleFileError) return [...error.problems];
    throw error;
  }
}

async function checkScenarios(): Promise<string[]> {
  if (!existsSync("collection/scenarios")) return [];
  const names = scenarioNames("collection/scenarios");
  const findings = names.map((name) =>
    loadScenario(name).then(
      () => [],
      (error: Error) => [error.message.replaceAll(/\n\s*/g, " ")],
    ),
  );
  return (await Promise.all(findings)).flat();
}

async function checkArt(): Promise<string[]> {
  const names = await readdir("collection/art/metadata").catch(() => []);
  if (names.length === 0) return ["collection/art/metadata has no files."];
  const findings = names.map(async (name) => {
    const file = `collection/art/metadata/${name}`;
    const id = name.replace(/\.json$/, "");
    const fields = await readFile(file, "utf8")
      .then((text) => JSON.parse(stripByteOrderMark(text)))
      .then((json) => parseMetadata(json) && unreadableFields(json))
      .catch(() => undefined);
    return [
      ...(fields ?? []).map((field) => `${file}: ${field} cannot be shown.`),
      ...(fields ? [] : [`${file} is not ERC-721 metadata with name, image and attributes.`]),
      ...(await checkPicture(`collection/art/images/${id}.jpg`)),
      ...(await checkPicture(`collection/art/images/full/${id}.jpg`)),
    ];
  });
  return (await Promise.all(findings)).flat();
}

async function checkPicture(file: string): Promise<string[]> {
  const found = await sharp(file)
    .metadata()
    .catch(() => undefined);
  if (found === undefined) return [`${file} is missing or not an image.`];
  const { format, width, height } = found;
  return format === "jpeg" &&
    width === height &&
    width >= portraitSides.min &&
    width <= portraitSides.max
    ? []
    : [
        `${file} must be a square JPEG of ${portraitSides.min} to ${portraitSides.max} pixels; it is ${format}, ${width} × ${height}.`,
      ];
}
