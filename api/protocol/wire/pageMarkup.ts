import type { BookPage } from "./bookMarkup.ts";
import type { RuntimeConfig } from "./runtimeConfig.ts";

/** `id` of the JSON script element with the data from which the page was rendered. */
export const pageDataElementId = "page-data";

/** Files that a page needs beside those of every page: paths below the site's root. */
export interface PageFiles {
  styles: readonly string[];
  /** Modules that the page's first render imports. */
  modules: readonly string[];
}

/** A page that the server has rendered. */
export interface RenderedPage {
  /** HTML of the page's root element. */
  markup: string;
  /** JSON of the data from which it was rendered. The browser's first render uses the same. */
  data: string;
  files: PageFiles;
}

/** Response of the service to one of the renderer's reads. */
export interface ServiceResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Reads a path of the service, such as `/api/narrative/7`. */
export type ReadService = (path: string) => Promise<ServiceResponse>;

/** A page to render. */
export interface RenderRequest {
  /** With the query of the URL. */
  path: string;
  /** 404 for a token that is not minted. */
  status: 200 | 404;
  config: RuntimeConfig;
}

/** What the bundle of the renderer exports. */
export interface PageRenderer {
  /** Path of the build's first script: a page with another one belongs to another build. */
  builtFor: string;
  /**
   * Renders a page; undefined if only browsers render it. Calls `onRead` when all is read, and then renders it without
   * a break: what fails from then on is the page's fault.
   */
  renderPage(
    request: RenderRequest,
    read: ReadService,
    onRead: () => void,
  ): Promise<RenderedPage | undefined>;
  /** Files of the build that the pages of a book link. */
  bookFiles: BookFiles;
  /** Renders a page of a book: a whole HTML document, whose links are paths of the app and of the build's files. */
  renderBookPage(page: BookPage, config: RuntimeConfig): Promise<string>;
}

/** Files of the build that a book needs: paths below the site's root. */
export interface BookFiles {
  styles: readonly string[];
  /** A classic script: searches the book's inlined data. */
  search: string;
  icon: string;
}
