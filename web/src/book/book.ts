// Script of books. Its data comes by classic scripts too, because pages of `file:` can request nothing else.
import "./book.css";
import { showSearch } from "./showSearch.ts";

const { currentScript } = document;
// The script is in the folder `assets` of the book.
if (currentScript instanceof HTMLScriptElement) {
  showSearch(document, new URL("..", currentScript.src));
}
