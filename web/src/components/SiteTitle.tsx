import { Link } from "react-router-dom";
import { pages, productName } from "#protocol/pages";

/** The site's name and mark, with a link to its first page. */
export function SiteTitle() {
  return (
    <Link to={pages.home.path} className="site-header__title">
      <svg className="site-header__mark" viewBox="0 0 32 32" aria-hidden="true">
        <path className="site-header__sun" d="M5 19a11 11 0 0 1 22 0z" />
        <path d="M1 19h30M5 23h22M10 27h12" />
      </svg>
      {productName}
    </Link>
  );
}
