import { Link } from "react-router-dom";
import lore from "#collection/lore.md?raw";
import { ANoun } from "#protocol/values/noun";
import { pages, productName } from "#protocol/wire/pages";
import { Horizon } from "../components/PageMessage.tsx";
import { useDocumentTitle } from "../page/usePage.ts";
import { StoryList } from "./StoryList.tsx";
import "./HomePage.css";

export function HomePage() {
  useDocumentTitle();
  return (
    <>
      <Lore />
      <StoryList />
    </>
  );
}

const paragraphs = lore.trim().split(/\n{2,}/);

/** What the collection is about. */
export function Lore() {
  return (
    <section className="lore">
      <Horizon />
      <h1 className="visually-hidden">{productName}</h1>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className="lore__about">
        {ANoun} is an NFT with a portrait, traits and a story that only its owner can write.{" "}
        <Link to={pages.mint.path}>Mint one</Link>, or{" "}
        <Link to={pages.gallery.path}>look at them all</Link>.
      </p>
    </section>
  );
}
