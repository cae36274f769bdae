import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import type { PageRenderer } from "#protocol/wire/pageMarkup";
import { pages } from "#protocol/wire/pages";
import { IsBook } from "../components/IsBook.ts";
import { preloadStory, Story } from "../narrative/Story.tsx";

export const renderStory: PageRenderer["renderStory"] = async (narrative) => {
  await preloadStory();
  return renderToStaticMarkup(
    <StaticRouter location={pages.home.path}>
      <IsBook value={true}>
        <Story text={narrative} />
      </IsBook>
    </StaticRouter>,
  );
};
