import { xmlDeclaration, xmlText } from "../../feeds/feed.ts";

/** A file that the package document lists. */
export interface ManifestItem {
  /** Relative to the package document. */
  path: string;
  mediaType: string;
  /** Such as `nav` or `cover-image`. */
  properties?: string;
  /** Whether it is part of the reading order; manifest items are in reading order. */
  isRead?: true;
}

export interface PackageMetadata {
  /** Permanent identifier of the book; editions differ in `modified`. */
  identifier: string;
  title: string;
  creator: string;
  /** Time of the latest save, ISO 8601 in UTC. */
  modified: string;
  rights: string | undefined;
}

export const packageFile = "EPUB/package.opf";

/** Formats `META-INF/container.xml`, which names the package document. */
export function formatContainer(): string {
  return `${xmlDeclaration}
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="${packageFile}" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;
}

/** Formats the package document of an EPUB 3.3 publication (https://www.w3.org/TR/epub-33/#sec-package-doc). */
export function formatPackage(metadata: PackageMetadata, items: readonly ManifestItem[]): string {
  const { identifier, title, creator, modified, rights } = metadata;
  const ids = new Map(items.map(({ path }, index) => [path, `item-${index + 1}`]));
  return [
    xmlDeclaration,
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">',
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<dc:identifier id="id">${xmlText(identifier)}</dc:identifier>`,
    `<dc:title>${xmlText(title)}</dc:title>`,
    "<dc:language>en</dc:language>",
    `<dc:creator>${xmlText(creator)}</dc:creator>`,
    ...(rights === undefined ? [] : [`<dc:rights>${xmlText(rights)}</dc:rights>`]),
    // EPUB requires this form, without fractions of a second.
    `<meta property="dcterms:modified">${modified.slice(0, 19)}Z</meta>`,
    ...accessibility.map(([name, value]) => `<meta property="schema:${name}">${value}</meta>`),
    "</metadata>",
    "<manifest>",
    ...items.map(({ path, mediaType, properties }) => {
      const extra = properties === undefined ? "" : ` properties="${properties}"`;
      return `<item id="${ids.get(path)}" href="${xmlText(path)}" media-type="${mediaType}"${extra}/>`;
    }),
    "</manifest>",
    "<spine>",
    ...items.flatMap(({ path, isRead }) => (isRead ? [`<itemref idref="${ids.get(path)}"/>`] : [])),
    "</spine>",
    "</package>\n",
  ].join("\n");
}

/** Schema.org's properties, which EPUB Accessibility 1.1 requires. */
const accessibility = [
  ["accessMode", "textual"],
  ["accessMode", "visual"],
  ["accessModeSufficient", "textual"],
  ["accessibilityFeature", "alternativeText"],
  ["accessibilityFeature", "structuralNavigation"],
  ["accessibilityFeature", "tableOfContents"],
  ["accessibilityHazard", "none"],
  ["accessibilitySummary", "All content is text, and each portrait has a text alternative."],
] as const;
