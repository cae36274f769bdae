/** URLs of scripts and styles that a link in the page's head could not load. */
const failed = new Set<string>();

/** Removes links that fail, because Vite does not load again of what there is a link. */
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

/** Fetches what they could not. WebKit fails the import of such a script without a request until then, even after a reload. */
export async function fetchFailedLinks(): Promise<void> {
  const urls = [...failed];
  failed.clear();
  await Promise.all(urls.map((url) => fetch(url).catch(() => failed.add(url))));
}
