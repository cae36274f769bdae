import { Link, NavLink } from "react-router-dom";
import { ownerPath } from "../owner/ownerPath.ts";
import { useWallet } from "../wallet/useWallet.ts";
import { WalletButton } from "../wallet/WalletButton.tsx";
import "./SiteHeader.css";

export function SiteHeader() {
  const { address } = useWallet();
  return (
    <header className="site-header">
      <Link to="/" className="site-header__title">
        <svg className="site-header__mark" viewBox="0 0 32 32" aria-hidden="true">
          <path className="site-header__sun" d="M5 19a11 11 0 0 1 22 0z" />
          <path d="M1 19h30M5 23h22M10 27h12" />
        </svg>
        Fringe Drifters
      </Link>
      <nav className="site-header__places" aria-label="Site">
        <NavLink to="/drifters">Drifters</NavLink>
        <NavLink to="/stories">Stories</NavLink>
        {address && <NavLink to={ownerPath(address)}>Your drifters</NavLink>}
      </nav>
      <WalletButton />
    </header>
  );
}
