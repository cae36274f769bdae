import { apiPaths } from "#protocol/paths";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Settings } from "../env.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { ApiError } from "../problem.ts";
import { requirePublicUrl } from "./publicUrl.ts";
import { xmlDeclaration, xmlText } from "./xml.ts";

/**
 * Sitemap of all pages with something to read (https://www.sitemaps.org/protocol.html). Methods throw
 * `route.not_found` without `PUBLIC_URL`, `chain.unavailable` and `store.unavailable`.
 */
export interface Sitemap {
  /** XML of the index, which lists the parts. */
  index(): Promise<string>;
  /**
   * XML of a part.
   *
   * @param part its number, from 1, in decimal digits.
   * @throws {ApiError} `route.not_found` if there is no such part.
   */
  part(part: string): Promise<string>;
}

interface SitemapSources {
  settings: Pick<Settings, "publicUrl">;
  catalogue: Catalogue;
  store: Pick<NarrativeStore, "stories">;
}

const sitePages = ["/", "/drifters", "/stories", "/about"];
const urlsPerPart = 10_000;
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export function createSitemap({ settings, catalogue, store }: SitemapSources): Sitemap {
  return {
    async index() {
      const origin = requirePublicUrl(settings.publicUrl);
      const { entries } = await catalogue.view();
      const parts = Math.ceil((sitePages.length + entries.length) / urlsPerPart);
      const urls = Array.from({ length: parts }, (_, index) =>
        apiPaths.sitemapPart.replace("{part}", String(index + 1)),
      );
      return formatList(
        "sitemapindex",
        urls.map((path) => `<sitemap>${location(origin + path)}</sitemap>`),
      );
    },

    async part(part) {
      const origin = requirePublicUrl(settings.publicUrl);
      if (!/^[1-9]\d{0,14}$/.test(part)) throw new ApiError("route.not_found");
      const { entries } = await catalogue.view();
      const first = (Number(part) - 1) * urlsPerPart;
      const count = sitePages.length + entries.length;
      if (first >= count) throw new ApiError("route.not_found");
      const stories = await store.stories();
      const urls: string[] = [];
      for (let place = first; place < Math.min(first + urlsPerPart, count); place += 1) {
        const drifterId = entries[place - sitePages.length]?.drifterId;
        urls.push(
          drifterId === undefined
            ? formatUrl(origin + sitePages[place])
            : formatUrl(`${origin}/drifter/${drifterId}`, stories.story(drifterId)?.savedAt),
        );
      }
      return formatList("urlset", urls);
    },
  };
}

function formatUrl(url: string, savedAt?: string): string {
  const modified = savedAt === undefined ? "" : `<lastmod>${savedAt}</lastmod>`;
  return `<url>${location(url)}${modified}</url>`;
}

function location(url: string): string {
  return `<loc>${xmlText(url)}</loc>`;
}

function formatList(element: "sitemapindex" | "urlset", items: readonly string[]): string {
  return [xmlDeclaration, `<${element} ${namespace}>`, ...items, `</${element}>\n`].join("\n");
}
