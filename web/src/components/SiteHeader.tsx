import { NavLink } from "react-router-dom";
import { ownerPagePath, pages } from "#protocol/pages";
import { useWallet } from "../wallet/useWallet.ts";
import { WalletButton } from "../wallet/WalletButton.tsx";
import { SiteTitle } from "./SiteTitle.tsx";
import "./SiteHeader.css";

export function SiteHeader() {
  const { address } = useWallet();
  return (
    <header className="site-header">
      <SiteTitle />
      <nav className="site-header__places sign" aria-label="Site">
        <NavLink to={pages.gallery.path}>Drifters</NavLink>
        <NavLink to={pages.stories.path}>Stories</NavLink>
        {address && <NavLink to={ownerPagePath(address)}>Your drifters</NavLink>}
      </nav>
      <WalletButton />
    </header>
  );
}
