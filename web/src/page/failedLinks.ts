/** URLs of scripts and styles that a link in the page's head failed to load. */
const failed = new Set<string>();

/** Removes failed links, because Vite does not reload a file that has a link. */
export function followFailedLinks(): void {
  window.addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement)) return;
      failed.add(target.href);
      target.remove();
    },
    true,
  );
}

/**
 * Fetches the URLs of failed links. Until a fetch succeeds, WebKit fails such an import without a
 * request, even after a reload.
 */
export async function fetchFailedLinks(): Promise<void> {
  const urls = [...failed];
  failed.clear();
  await Promise.all(urls.map((url) => fetch(url).catch(() => failed.add(url))));
}
