import {
  type SearchedStory,
  searchBook,
  searchDataFunction,
  searchFile,
} from "#protocol/wire/bookSearch";

/** Delay between the last keystroke and the search. */
const debounceMilliseconds = 150;
const maxShown = 100;

/**
 * Shows a book page's search, and replaces the page's stories with the matches.
 *
 * @param book URL of the book's folder.
 */
export function showSearch(page: Document, book: URL): void {
  const container = page.querySelector<HTMLElement>(".book-search");
  const input = container?.querySelector("input");
  const list = container?.querySelector("ul");
  const status = container?.querySelector("[role=status]");
  if (!container || !input || !list || !status) return;
  // A classic script cannot import the app's shared modules.
  const { folder, label, pictures } = container.dataset;
  let stories: Promise<readonly SearchedStory[]> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  container.hidden = false;
  container.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    void show();
  });
  for (const type of ["input", "compositionend"]) {
    input.addEventListener(type, (event) => {
      clearTimeout(timer);
      // An input method is still composing.
      if (!("isComposing" in event && event.isComposing))
        timer = setTimeout(show, debounceMilliseconds);
    });
  }
  // Browsers restore the field's text when a reader returns to the page.
  if (input.value !== "") void show();

  async function show(): Promise<void> {
    clearTimeout(timer);
    const query = input?.value ?? "";
    const isSearch = query.trim() !== "";
    const matches = isSearch ? await search(query) : [];
    // The user has typed more in the meantime.
    if (query !== input?.value) return;
    for (const part of page.querySelectorAll<HTMLElement>("[data-stories], .book-parts")) {
      part.hidden = isSearch;
    }
    list?.replaceChildren(...(matches ?? []).slice(0, maxShown).map(itemOf));
    if (status) status.textContent = isSearch ? describe(matches) : "";
  }

  async function search(query: string): Promise<SearchedStory[] | undefined> {
    stories ??= loadStories(page, new URL(searchFile, book));
    try {
      return searchBook(await stories, query);
    } catch {
      // The next search loads the script again.
      stories = undefined;
      return undefined;
    }
  }

  function itemOf([drifterId, name, hasPortrait]: SearchedStory): HTMLElement {
    const link = element("a", { href: new URL(`${folder}/${drifterId}.html`, book).href }, [
      element("span", { className: "excerpt__id" }, [`${label} #${drifterId}`]),
      " ",
      element("bdi", {}, [name]),
    ]);
    const src = new URL(`${pictures}/images/${drifterId}.jpg`, book).href;
    const size = { width: 400, height: 400, loading: "lazy" } as const;
    const images = hasPortrait ? [element("img", { src, alt: "", ...size })] : [];
    const portrait = element("span", { className: "portrait" }, images);
    const text = element("div", { className: "stack" }, [element("h2", {}, [link])]);
    const item = element("article", { className: "excerpt" }, [portrait, text]);
    return element("li", {}, [item]);
  }

  function element<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    properties: Partial<HTMLElementTagNameMap[Name]>,
    children: readonly (Node | string)[] = [],
  ): HTMLElementTagNameMap[Name] {
    const created = Object.assign(page.createElement(name), properties);
    created.append(...children);
    return created;
  }
}

function describe(matches: readonly SearchedStory[] | undefined): string {
  if (matches === undefined) return "The search failed to load. Check that the book is complete.";
  if (matches.length === 0) return "No story contains all of these words.";
  const count = matches.length === 1 ? "1 story" : `${matches.length.toLocaleString("en")} stories`;
  return matches.length > maxShown ? `${count}; the first ${maxShown}:` : `${count}:`;
}

/** Loads a classic script and returns the stories that the script passes to the callback. */
function loadStories(page: Document, url: URL): Promise<readonly SearchedStory[]> {
  return new Promise((resolve, reject) => {
    Object.assign(globalThis, { [searchDataFunction]: resolve });
    const script = page.createElement("script");
    const end = () => {
      script.remove();
      // Has no effect if the script has already called the callback.
      reject(new Error(`${url} has no stories.`));
    };
    script.addEventListener("load", end);
    script.addEventListener("error", end);
    script.src = url.href;
    page.head.append(script);
  });
}
