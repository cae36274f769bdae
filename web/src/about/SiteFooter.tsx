import { Link } from "react-router-dom";
import { pages } from "#protocol/pages";
import { noticesFile } from "#protocol/paths";

/** Below every page: the ways to the others. */
export function SiteFooter() {
  return (
    <footer className="site-footer">
      <nav className="sign" aria-label="Pages">
        <Link to={pages.gallery.path}>Drifters</Link>
        <Link to={pages.stories.path}>Stories</Link>
        <Link to={pages.mint.path}>Mint</Link>
        <Link to={pages.about.path}>About</Link>
        {/* Only a build has the file. */}
        {import.meta.env.PROD && <a href={`/${noticesFile}`}>Licences</a>}
      </nav>
    </footer>
  );
}
