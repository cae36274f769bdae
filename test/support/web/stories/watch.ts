import type { Page } from "playwright-core";

declare global {
  interface Window {
    /** Code that ran or was blocked. */
    seen: string[];
    /** Returns the faults of the story on the page. */
    faultsOfStory(): string[];
    /** Replaces the story with markup and returns its faults. */
    audit(html: string): string[];
    /** Shows the stories of `count` drifters and returns the faults of the page for each. */
    readAll(firstId: number, count: number, opening: string): Promise<string[][]>;
  }
}

/** Elements that a story may contain. */
export const storyElements =
  "a blockquote br code del div em h2 h3 h4 h5 h6 hr img input li ol p pre section span strong sup table tbody td th thead tr ul button".split(
    " ",
  );

/** Allowed values of its attributes. */
export const storyAttributes: Readonly<Record<string, RegExp>> = {
  class:
    /^(story|story__\w+|story__picture-offer|story__dead-link|button button--small|task-list-item|contains-task-list|sr-only|footnotes|data-footnote-backref|language-\S+)$/,
  href: /./,
  src: /./,
  alt: /^/,
  dir: /^auto$/,
  title: /^/,
  id: /^(user-content-|footnote-label$)/,
  rel: /^noopener noreferrer nofollow ugc$/,
  target: /^_blank$/,
  tabindex: /^0$/,
  type: /^(checkbox|button)$/,
  checked: /^$/,
  disabled: /^$/,
  start: /^\d+$/,
  align: /^(left|right|center)$/,
  style: /^text-align: (left|right|center);?$/,
  loading: /^lazy$/,
  referrerpolicy: /^no-referrer$/,
  "aria-label": /^(Back to reference|To do$|Done$)/,
  "aria-describedby": /^footnote-label$/,
  "data-discover": /^true$/,
  "data-footnotes": /^/,
  "data-footnote-ref": /^/,
  "data-footnote-backref": /^/,
};

/** Makes the page's next documents record faults in `window.seen`. */
export async function recordViolations(page: Page): Promise<void> {
  // The runner's compiler inserts calls of this helper, which pages do not have.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(remember);
  const patterns = Object.entries(storyAttributes).map(
    ([name, { source }]) => [name, source] as const,
  );
  await page.addInitScript(auditStories, { elements: storyElements, patterns });
  await page.addInitScript(readStories);
}

// This function runs in the page before its scripts, and cannot use variables from outside.

function remember(): void {
  window.seen = [];
  const sing = (song: string) => () => window.seen.push(song);
  Object.assign(window, {
    canary: sing("a script ran"),
    alert: sing("alert"),
    print: sing("print"),
  });
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    window.seen.push(`stopped by ${effectiveDirective}: ${blockedURI}`),
  );
  window.addEventListener("error", ({ message }) => window.seen.push(`error: ${message}`));
  window.addEventListener("unhandledrejection", ({ reason }) =>
    window.seen.push(`error: ${reason}`),
  );
}

function auditStories({
  elements,
  patterns,
}: {
  elements: readonly string[];
  patterns: readonly (readonly [string, string])[];
}): void {
  const attributes = new Map(patterns.map(([name, source]) => [name, new RegExp(source)]));
  const story = () => document.querySelector("section[aria-label=Story] .story");

  window.faultsOfStory = () => [...(story()?.querySelectorAll("*") ?? [])].flatMap(faultsOf);
  window.audit = (html) => {
    const place = story();
    if (!place) return ["has no story"];
    place.innerHTML = html;
    return window.faultsOfStory();
  };

  function faultsOf(element: Element): string[] {
    const faults: string[] = [];
    const name = element.localName;
    if (!elements.includes(name) || element.namespaceURI !== "http://www.w3.org/1999/xhtml") {
      faults.push(`has <${name}>`);
    }
    for (const { name, value } of element.attributes) {
      if (!attributes.get(name)?.test(value)) faults.push(`has ${name}="${value}"`);
    }
    if (element instanceof HTMLAnchorElement) faults.push(...faultsOfLink(element));
    if (element instanceof HTMLImageElement && new URL(element.src).origin !== location.origin) {
      faults.push(`shows ${element.src}`);
    }
    if (element instanceof HTMLInputElement && !(element.type === "checkbox" && element.disabled)) {
      faults.push("has <input> of another kind");
    }
    return faults;
  }

  /** The rules for links, implemented independently of the app. */
  function faultsOfLink(link: HTMLAnchorElement): string[] {
    const written = link.getAttribute("href");
    if (written === null) return [`is a link without an address: ${link.outerHTML}`];
    if (!URL.canParse(link.href)) {
      return /^https?:/i.test(written) ? [] : [`links to ${written}`];
    }
    const { protocol, origin } = new URL(link.href);
    const isLocal = /^[#/]/.test(written);
    if (isLocal && origin !== location.origin) return [`links to ${written}`];
    if (!isLocal && !/^(https?|mailto|tel):/i.test(written)) return [`links to ${written}`];
    if (!["http:", "https:", "mailto:", "tel:"].includes(protocol)) return [`links to ${written}`];
    const leaves = !isLocal && /^https?:$/.test(protocol);
    return leaves && !/noopener noreferrer nofollow ugc/.test(link.rel)
      ? [`tells ${written} who reads`]
      : [];
  }
}

function readStories(): void {
  const frame = () => new Promise((done) => requestAnimationFrame(done));

  window.readAll = async (firstId, count, opening) => {
    const before = shell();
    const faults: string[][] = [];
    for (let id = firstId; id < firstId + count; id++) {
      history.pushState({}, "", `/drifter/${id}`);
      window.dispatchEvent(new PopStateEvent("popstate"));
      document.querySelector<HTMLInputElement>("input[type=number]")?.focus();
      while (!isShown(id, opening)) await frame();
      await frame();
      faults.push(faultsOfPage(before, id));
    }
    return faults;
  };

  function isShown(id: number, opening: string): boolean {
    const story = document.querySelector("section[aria-label=Story] .story");
    const name = document.querySelector("h1")?.textContent;
    return name === `Drifter of ${id}` && story?.textContent?.startsWith(opening) === true;
  }

  function faultsOfPage(before: string, id: number): string[] {
    const faults = window.faultsOfStory();
    if (shell() !== before) faults.push("changed the page around it");
    if (document.title !== `Drifter of ${id} · Fringe Drifters`) faults.push("changed the title");
    if (location.pathname !== `/drifter/${id}`) faults.push(`went to ${location.href}`);
    const selector = document.querySelector("input[type=number]");
    if (document.activeElement !== selector) faults.push("took the focus");
    const button = document.querySelector("header button");
    const { left, top, width, height } = button?.getBoundingClientRect() ?? new DOMRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!button?.contains(onTop)) faults.push("covers the wallet button");
    if (document.documentElement.scrollWidth > innerWidth) faults.push("is wider than the page");
    return faults.concat(window.seen.splice(0));
  }

  /** Returns the markup around a story, without the head's title and links, which differ by page. */
  function shell(): string {
    const head = [...document.head.children]
      .filter(({ tagName }) => tagName !== "TITLE" && tagName !== "LINK")
      .map(({ outerHTML }) => outerHTML);
    const header = document.querySelector("header")?.outerHTML;
    return [header, ...head, document.body.children.length].join();
  }
}
