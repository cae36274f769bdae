import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import lore from "#collection/lore.md?raw";
import { ANoun } from "#protocol/values/noun";
import { pages, productName } from "#protocol/wire/pages";
import { Horizon } from "../components/PageMessage.tsx";
import { useDocumentTitle } from "../page/usePage.ts";
import { useTokensForSale } from "../site/SiteFrame.tsx";
import { NewestStory } from "./NewestStory.tsx";
import { StoryList } from "./StoryList.tsx";
import "./HomePage.css";

export default function HomePage() {
  useDocumentTitle();
  return (
    <>
      <Lore newest={<NewestStory />} links={<Links />} />
      <StoryList />
    </>
  );
}

const paragraphs = lore.trim().split(/\n{2,}/);

/** Renders the introduction to the collection. */
export function Lore({ newest, links }: { newest?: ReactNode; links?: ReactNode }) {
  return (
    <section className="lore">
      <Horizon />
      <h1 className="visually-hidden">{productName}</h1>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {newest}
      <p className="lore__about">
        {ANoun} is an NFT with a portrait, traits and a story that only its owner can write. {links}
      </p>
    </section>
  );
}

function Links() {
  const left = useTokensForSale();
  return (
    <>
      <Link to={pages.gallery.path}>See them all</Link>{" "}
      {/* The button's space is reserved, so that nothing shifts once the sale is known. */}
      <span className="lore__mint" hidden={left === 0}>
        or <Link to={pages.mint.path}>mint one</Link>
      </span>
    </>
  );
}
