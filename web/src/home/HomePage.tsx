import { Link } from "react-router-dom";
import { pages, productName } from "#protocol/pages";
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

/** What the Fringe is. */
export function Lore() {
  return (
    <section className="lore">
      <Horizon />
      <h1 className="visually-hidden">{productName}</h1>
      <p>
        Past the last charted well, where the maps go quiet and the sky keeps two colors at once,
        lies the Fringe. Nobody owns it. The drifters only cross it: suited against the dust,
        steering by a sun that never quite sets, trading water for news and news for company. Each
        carries a number, a few scratched possessions, and one story that the wind has not taken
        yet. Some of those stories have been written down. The rest are still out there, walking.
      </p>
      <p className="lore__about">
        A drifter is an NFT with a portrait, traits and a story that only its owner can write.{" "}
        <Link to={pages.mint.path}>Mint one</Link>, or{" "}
        <Link to={pages.gallery.path}>look at them all</Link>.
      </p>
    </section>
  );
}
