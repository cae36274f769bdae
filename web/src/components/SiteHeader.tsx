import { NavLink } from "react-router-dom";
import { ownerPath } from "../owner/ownerPath.ts";
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
        <NavLink to="/drifters">Drifters</NavLink>
        <NavLink to="/stories">Stories</NavLink>
        {address && <NavLink to={ownerPath(address)}>Your drifters</NavLink>}
      </nav>
      <WalletButton />
    </header>
  );
}
