import { Link } from "react-router-dom";
import { noticesFile } from "#protocol/paths";

/** Below every page: the ways to the others. */
export function SiteFooter() {
  return (
    <footer className="site-footer">
      <nav className="sign" aria-label="Pages">
        <Link to="/drifters">Drifters</Link>
        <Link to="/stories">Stories</Link>
        <Link to="/mint">Mint</Link>
        <Link to="/about">About</Link>
        {/* Only a build has the file. */}
        {import.meta.env.PROD && <a href={`/${noticesFile}`}>Licences</a>}
      </nav>
    </footer>
  );
}
