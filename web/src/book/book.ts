// The script of every book page. Data is loaded by classic scripts, too: `file:` pages cannot use fetch or modules.
import "./book.css";
import { showSearch } from "./showSearch.ts";

const { currentScript } = document;
// The script is in the book's `assets` folder.
if (currentScript instanceof HTMLScriptElement) {
  showSearch(document, new URL("..", currentScript.src));
}
