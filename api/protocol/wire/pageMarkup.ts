import type { BookPage } from "./bookMarkup.ts";
import type { RuntimeConfig } from "./runtimeConfig.ts";

/** `id` of the JSON script element with the data from which the server rendered the page. */
export const pageDataElementId = "page-data";

/** Paths, below the site's root, of files that a page needs in addition to the files of every page. */
export interface PageFiles {
  styles: readonly string[];
  /** Modules that the page's first render imports. */
  modules: readonly string[];
}

/** A server-rendered page. */
export interface RenderedPage {
  /** HTML of the root element. */
  markup: string;
  /** Data that the server rendered from, as JSON. The browser's first render uses the same data. */
  data: string;
  files: PageFiles;
}

/** The service's response to a renderer request. */
export interface ServiceResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Requests a path from the service, such as `/api/narrative/7`. */
export type ReadService = (path: string) => Promise<ServiceResponse>;

/** A page to render. */
export interface RenderRequest {
  /** Path with its query. */
  path: string;
  /** 404 for a token that is not minted. */
  status: 200 | 404;
  config: RuntimeConfig;
}

/** A story to render by itself, outside a page. */
export interface StoryRequest {
  /** Identifies the story in the log. */
  path: string;
  narrative: string;
}

/** Exports of the renderer bundle. */
export interface PageRenderer {
  /** Path of the build's first script; a page with a different script belongs to a different build. */
  builtFor: string;
  /**
   * Renders a page; undefined if only browsers render it. Calls `onRead` once all data is read, then renders
   * synchronously: later errors are the renderer's own.
   */
  renderPage(
    request: RenderRequest,
    read: ReadService,
    onRead: () => void,
  ): Promise<RenderedPage | undefined>;
  /**
   * Renders a story's sanitized Markdown as HTML that is also well-formed XML, except for characters that XML forbids.
   * Links to the app's pages are paths, and images of other sites are links.
   */
  renderStory(narrative: string): Promise<string>;
  /** Build files that book pages link to. */
  bookFiles: BookFiles;
  /** Renders a book page: a complete HTML document that links to app paths and build files. */
  renderBookPage(page: BookPage, config: RuntimeConfig): Promise<string>;
}

/** Paths, below the site's root, of build files that a book needs. */
export interface BookFiles {
  styles: readonly string[];
  /** Path of a classic script that searches the book's inlined data. */
  search: string;
  icon: string;
}
