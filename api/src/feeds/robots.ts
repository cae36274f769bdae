import { apiPaths } from "#protocol/paths";

/** Rules for crawlers (RFC 9309): everything but the API, with the sitemap's URL if `PUBLIC_URL` is set. */
export function formatRobots(publicUrl: string | undefined): string {
  const sitemap = publicUrl === undefined ? "" : `\nSitemap: ${publicUrl}${apiPaths.sitemap}\n`;
  return `User-agent: *\nDisallow: /api/\n${sitemap}`;
}
