import sharp from "sharp";
import { narrativeHash } from "#protocol/stories/narrativeMessage";
import { sealPath } from "#protocol/stories/seal";
import type { DrifterId } from "#protocol/values/drifterId";
import { noun, tokenTitle } from "#protocol/values/noun";
import { bookRevisionsFile } from "#protocol/wire/bookMarkup";
import { productName, tokenPagePath } from "#protocol/wire/pages";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { TokenMetadata } from "#protocol/wire/tokenMetadata";
import type { MintedPhase } from "../../chain/phases.ts";
import { xmlText } from "../../feeds/feed.ts";
import type { Settings } from "../../settings/settings.ts";
import { bookCheckpoint } from "../bookFiles.ts";
import type { BookRenderer } from "../bookRenderer.ts";
import { type BookToken, hasStory } from "../bookToken.ts";
import { type BookFile, readTokenFiles, type SiteFiles } from "../siteFiles.ts";
import { formatColophon, formatSignatures } from "./colophon.ts";
import { drawCover } from "./cover.ts";
import { formatContainer, formatPackage, type ManifestItem, packageFile } from "./package.ts";
import { bookStyles, readFonts } from "./styles.ts";
import { formatRevision, storyXhtml, xhtmlDocument } from "./xhtml.ts";

/** What an EPUB is built from. */
export interface EpubSource {
  /** Sorted by ID. */
  tokens: readonly BookToken[];
  /** Site files to copy; if absent, the book has no portraits and no traits. */
  site: SiteFiles | undefined;
  /** The phases, which group the contents; without phases, there are no groups. */
  phases: readonly MintedPhase[];
  renderer: Pick<BookRenderer, "files" | "renderStory">;
  settings: Pick<Settings, "chainId" | "contract" | "contentLicense" | "webDir">;
}

/** Path of the archive of signed revisions in an EPUB, which the writer adds. */
export const epubRevisionsFile = `EPUB/${bookRevisionsFile}`;

/** A line of the contents, with the lines below it. */
interface ContentsItem {
  title: string;
  file: string;
  items: ContentsItem[];
}

const xhtml = "application/xhtml+xml";
const navigationFile = "contents.xhtml";
const signaturesPerPart = 200;

/**
 * Yields the files of an EPUB 3.3 publication (https://www.w3.org/TR/epub-33/), `mimetype` first, except the archive
 * of signed revisions: a cover, the contents, one chapter per story, and a colophon with the signatures.
 */
export async function* epubFiles(source: EpubSource): AsyncGenerator<BookFile> {
  const { tokens, site, renderer, settings } = source;
  const { chainId, contract, contentLicense } = settings;
  const items: ManifestItem[] = [];
  const add = (item: ManifestItem, content: BookFile["content"]): BookFile => {
    items.push(item);
    return { path: `EPUB/${item.path}`, content };
  };
  const addPage = (path: string, type: string, title: string, body: string, properties?: "svg") =>
    add(
      { path, mediaType: xhtml, isRead: true, ...(properties && { properties }) },
      xhtmlDocument({ title, body, type }),
    );

  yield { path: "mimetype", content: "application/epub+zip" };
  yield { path: "META-INF/container.xml", content: formatContainer() };
  const { css, fonts } = await readFonts(settings.webDir, renderer.files.styles);
  yield add({ path: "fonts.css", mediaType: "text/css" }, css);
  yield add({ path: "book.css", mediaType: "text/css" }, bookStyles);
  for (const { path, content } of fonts) yield add({ path, mediaType: "font/woff2" }, content);

  const told = tokens.filter(hasStory);
  const title = `Stories of ${productName}`;
  const cover = await drawCover(title, readPortraits(told, site));
  yield add({ path: "cover.jpg", mediaType: "image/jpeg", properties: "cover-image" }, cover);
  const coverImage = `<section class="cover"><img src="cover.jpg" alt="${xmlText(title)}"/></section>`;
  yield addPage("cover.xhtml", "cover", title, coverImage);
  // Its content follows the chapters, whose titles it lists.
  items.push({ path: navigationFile, mediaType: xhtml, properties: "nav", isRead: true });

  const contents: ContentsItem[] = [];
  const files = new Map(
    told.map(({ drifterId }) => [tokenPagePath(drifterId), chapterFile(drifterId)]),
  );
  for (const [index, { phase, members }] of groupByPhase(told, source.phases).entries()) {
    const part = { title: phase ?? "", file: `part-${index + 1}.xhtml`, items: [] };
    if (phase !== undefined) {
      contents.push(part);
      const heading = `<section class="part"><h1>${xmlText(phase)}</h1></section>`;
      yield addPage(part.file, "part", phase, heading);
    }
    for (const token of members) {
      const { drifterId, revisions } = token;
      const { metadata, portrait } = await readToken(drifterId, site);
      const name = metadata?.name ?? tokenTitle(drifterId);
      if (portrait) yield add(portrait.item, portrait.content);
      const markup = await renderer.renderStory(revisions.at(-1)?.narrative ?? "");
      const story = storyXhtml(markup, (path) => files.get(path));
      const body = formatChapter(token, metadata, portrait?.item.path, story);
      yield addPage(chapterFile(drifterId), "bodymatter", name, body, "svg");
      (phase === undefined ? contents : part.items).push({
        title: name,
        file: chapterFile(drifterId),
        items: [],
      });
    }
  }

  const checkpoint = bookCheckpoint(tokens);
  const colophon = { title: "Colophon", file: "colophon.xhtml", items: [] as ContentsItem[] };
  const text = formatColophon({ checkpoint, chainId, contract, contentLicense });
  yield addPage(colophon.file, "backmatter", colophon.title, text);
  for (const { body, ...item } of signaturePages(tokens)) {
    colophon.items.push(item);
    yield addPage(item.file, "backmatter", item.title, body);
  }
  contents.push(colophon);
  const body = formatContents(contents);
  yield {
    path: `EPUB/${navigationFile}`,
    content: xhtmlDocument({ title: "Contents", type: "frontmatter", body }),
  };
  items.push({ path: bookRevisionsFile, mediaType: "application/jsonl" });
  const metadata = {
    identifier: `eip155:${chainId}/erc721:${contract}`,
    title,
    creator: `The owners of ${productName}`,
    modified: checkpoint.savedAt ?? "1970-01-01T00:00:00.000Z",
    rights: contentLicense,
  };
  yield { path: packageFile, content: formatPackage(metadata, items) };
}

/** Yields pages with the signatures of all revisions. */
function* signaturePages(tokens: readonly BookToken[]) {
  const revisions = tokens.flatMap((token) => token.revisions);
  for (let start = 0; start < revisions.length; start += signaturesPerPart) {
    const number = start / signaturesPerPart + 1;
    const title = `Signatures, part ${number}`;
    const body = formatSignatures(title, revisions.slice(start, start + signaturesPerPart));
    yield { title, file: `signatures-${number}.xhtml`, items: [], body };
  }
}

/** Groups tokens by the phase that their IDs are in; the last group has no phase. Omits empty groups. */
function groupByPhase(tokens: readonly BookToken[], phases: readonly MintedPhase[]) {
  const groups = Map.groupBy(tokens, ({ drifterId }) => {
    const id = BigInt(drifterId);
    return phases.find(({ start, end }) => start <= id && id < end)?.phase;
  });
  return [...phases.map(({ phase }) => phase), undefined].flatMap((phase) => {
    const members = groups.get(phase);
    return members ? [{ phase, members }] : [];
  });
}

function chapterFile(drifterId: DrifterId): string {
  return `${noun}-${drifterId}.xhtml`;
}

/** Reads a token's metadata and its portrait, as an item of the book. */
async function readToken(drifterId: DrifterId, site: SiteFiles | undefined) {
  if (site === undefined) return { metadata: undefined, portrait: undefined };
  const { metadata, files } = await readTokenFiles(drifterId, site);
  const path = tokenPath(apiPaths.portrait, drifterId).slice(1);
  const content = files.find((file) => file.path === path)?.content;
  if (!(content instanceof Uint8Array)) return { metadata, portrait: undefined };
  // A damaged image would make the whole book invalid.
  const { format = "" } = await sharp(content)
    .metadata()
    .catch(() => ({ format: "" }));
  if (!imageFormats.has(format)) return { metadata, portrait: undefined };
  const item = { path: `images/${drifterId}.${format}`, mediaType: `image/${format}` };
  return { metadata, portrait: { item, content } };
}

/** Formats that every EPUB 3.3 reader shows, as sharp and media types name them. */
const imageFormats = new Set(["jpeg", "png", "gif", "webp"]);

async function* readPortraits(tokens: readonly BookToken[], site: SiteFiles | undefined) {
  for (const { drifterId } of tokens) {
    const { portrait } = await readToken(drifterId, site);
    if (portrait) yield portrait.content;
  }
}

function formatChapter(
  { drifterId, versions, revisions }: BookToken,
  metadata: TokenMetadata | undefined,
  portrait: string | undefined,
  story: string,
): string {
  const name = metadata?.name ?? tokenTitle(drifterId);
  const number = metadata ? ` <span class="number">#${drifterId}</span>` : "";
  const traits = (metadata?.attributes ?? []).map(
    ({ trait_type, value }) => `<b>${xmlText(trait_type ?? "")}</b> ${xmlText(String(value))}`,
  );
  const [latest, ...earlier] = versions;
  return [
    '<section class="chapter" epub:type="chapter" role="doc-chapter">',
    "<header>",
    ...(portrait === undefined
      ? []
      : [`<img src="${portrait}" alt="Portrait of ${xmlText(name)}"/>`]),
    `<h1><bdi>${xmlText(name)}</bdi>${number}</h1>`,
    "</header>",
    story,
    `<p class="byline">${formatSeal(revisions.at(-1)?.narrative ?? "")} Signed ${formatRevision(latest)}</p>`,
    ...(earlier.length === 0
      ? []
      : [
          '<ol class="revisions" reversed="reversed">',
          ...earlier.map(
            (version) =>
              `<li>Revision ${version.revision}${version.isStory ? "" : ", removed"} ${formatRevision(version)}</li>`,
          ),
          "</ol>",
        ]),
    ...(traits.length === 0 ? [] : [`<p class="traits">${traits.join(" · ")}</p>`]),
    "</section>",
  ].join("\n");
}

function formatSeal(narrative: string): string {
  const path = `<path fill="currentColor" fill-rule="evenodd" d="${sealPath(narrativeHash(narrative))}"/>`;
  return `<svg class="seal" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" aria-hidden="true">${path}</svg>`;
}

function formatContents(items: readonly ContentsItem[]): string {
  return `<nav epub:type="toc" role="doc-toc"><h1>Contents</h1>\n${formatList(items)}\n</nav>`;
}

function formatList(items: readonly ContentsItem[]): string {
  const lines = items.map(({ title, file, items: below }) => {
    const list = below.length === 0 ? "" : `\n${formatList(below)}`;
    return `<li><a href="${file}">${xmlText(title)}</a>${list}</li>`;
  });
  return `<ol>\n${lines.join("\n")}\n</ol>`;
}
