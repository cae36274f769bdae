// Script of books. Classic scripts load its data too: `file:` pages cannot use fetch or modules.
import "./book.css";
import { showSearch } from "./showSearch.ts";

const { currentScript } = document;
// The script is in the folder `assets` of the book.
if (currentScript instanceof HTMLScriptElement) {
  showSearch(document, new URL("..", currentScript.src));
}
