import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Settings } from "../env.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { requirePublicUrl } from "./publicUrl.ts";
import { xmlDeclaration, xmlText } from "./xml.ts";

interface SitemapSources {
  settings: Pick<Settings, "publicUrl">;
  catalogue: Catalogue;
  store: Pick<NarrativeStore, "stories">;
}

const sitePages = ["/", "/drifters", "/stories", "/about"];

/**
 * Returns a function that writes the sitemap of all pages with something to read
 * (https://www.sitemaps.org/protocol.html, which allows 50,000). It throws `route.not_found` without `PUBLIC_URL`,
 * `chain.unavailable` and `store.unavailable`.
 */
export function createSitemap({ settings, catalogue, store }: SitemapSources) {
  return async (): Promise<string> => {
    const origin = requirePublicUrl(settings.publicUrl);
    const { entries } = await catalogue.view();
    const stories = await store.stories();
    const urls = [
      ...sitePages.map((path) => formatUrl(origin + path)),
      ...entries.map(({ drifterId }) =>
        formatUrl(`${origin}/drifter/${drifterId}`, stories.story(drifterId)?.savedAt),
      ),
    ];
    const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
    return [xmlDeclaration, `<urlset ${namespace}>`, ...urls, "</urlset>\n"].join("\n");
  };
}

function formatUrl(url: string, savedAt?: string): string {
  const modified = savedAt === undefined ? "" : `<lastmod>${savedAt}</lastmod>`;
  return `<url><loc>${xmlText(url)}</loc>${modified}</url>`;
}
