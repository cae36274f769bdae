import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Link, NavLink } from "react-router-dom";
import * as v from "valibot";
import logo from "#collection/logo.svg?raw";
import { Nouns, nouns } from "#protocol/values/noun";
import { ownerPagePath, pages, productName } from "#protocol/wire/pages";
import { apiPaths, noticesFile } from "#protocol/wire/paths";
import { readJson } from "../service/readJson.ts";
import { useWallet } from "../wallet/useWallet.ts";
import { WalletButton } from "../wallet/WalletButton.tsx";
import "./SiteFrame.css";

/**
 * Renders the header of every page.
 * @param props.children content after the header's links.
 */
export function SiteHeader({ children }: { children?: ReactNode }) {
  const { address } = useWallet();
  return (
    <header className="site-header">
      <SiteTitle />
      <nav className="site-header__places sign" aria-label="Site">
        <NavLink to={pages.gallery.path}>{Nouns}</NavLink>
        <NavLink to={pages.stories.path}>Stories</NavLink>
        <MintLink />
        {address && <NavLink to={ownerPagePath(address)}>Your {nouns}</NavLink>}
        {children}
      </nav>
      <WalletButton />
    </header>
  );
}

/** Query key of the header's mint link. */
export const mintLinkKey = ["mintLink"];
const saleSchema = v.object({
  isOpen: v.boolean(),
  left: v.number(),
  time: v.optional(v.string(), ""),
  phases: v.optional(v.array(v.object({ opensAt: v.optional(v.string()) })), []),
});

function useMintLink() {
  const { data } = useQuery({
    queryKey: mintLinkKey,
    queryFn: async (context) => {
      const { isOpen, left, time, phases } = await readJson(apiPaths.sale, saleSchema, context);
      // Times in UTC of the same format.
      return { isOpen, left, isSoon: phases.some(({ opensAt = "" }) => opensAt > time) };
    },
    staleTime: 60_000,
  });
  return data;
}

/** Returns the number of tokens for sale now; 0 while unknown. */
export function useTokensForSale(): number {
  const data = useMintLink();
  return data?.isOpen ? data.left : 0;
}

/** Renders the mint link with the number of tokens left while the phase is open, or with "soon" before a planned phase. */
function MintLink() {
  const left = useTokensForSale();
  if (!useMintLink()?.isSoon && left === 0) return null;
  return (
    <NavLink to={pages.mint.path} className="site-header__mint">
      Mint <span className="site-header__left">{left ? `${left} left` : "soon"}</span>
    </NavLink>
  );
}

/** Classes of the title; some reserve lines for a long name. */
const titleClass = [
  "site-header__title",
  productName.length > 20 && "site-header__title--longest",
  productName.length > 15 && productName.length <= 20 && "site-header__title--long",
]
  .filter(Boolean)
  .join(" ");

/** Renders the site's name and mark as a link to the home page. */
export function SiteTitle() {
  return (
    <Link to={pages.home.path} className={titleClass}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a file of the build, in the page's colors. */}
      <span className="site-header__mark" dangerouslySetInnerHTML={{ __html: logo }} />
      {productName}
    </Link>
  );
}

/** Renders the footer of every page, with links to the other pages. */
export function SiteFooter() {
  return (
    <footer className="site-footer">
      <nav className="row sign" aria-label="Pages">
        <Link to={pages.gallery.path}>{Nouns}</Link>
        <Link to={pages.stories.path}>Stories</Link>
        <Link to={pages.mint.path}>Mint</Link>
        <Link to={pages.help.path}>Help</Link>
        <Link to={pages.about.path}>About</Link>
        {/* The file exists only in builds. */}
        {import.meta.env.PROD && <a href={`/${noticesFile}`}>Licenses</a>}
      </nav>
    </footer>
  );
}

/** Announces the page's title to screen readers on client-side navigation. */
export function PageAnnouncer() {
  const [title, setTitle] = useState("");
  useEffect(() => {
    const observer = new MutationObserver(() => setTitle(document.title));
    const element = document.querySelector("title");
    if (element) observer.observe(element, { childList: true });
    return () => observer.disconnect();
  }, []);
  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  );
}
