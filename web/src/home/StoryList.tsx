import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { nouns } from "#protocol/values/noun";
import { tokenPagePath } from "#protocol/wire/pages";
import { EmptyState } from "../components/Notice.tsx";
import { type ListedToken, storyListQueryOptions } from "../narrative/narrativeApi.ts";
import { voice } from "../page/voice.ts";
import { Portrait } from "../token/Portrait.tsx";
import { accessibleName } from "../tokens/tokenLinks.ts";
import "./StoryList.css";

/** Links to the tokens with stories; renders nothing until the list has loaded. */
export function StoryList() {
  const stories = useQuery(storyListQueryOptions());
  if (!stories.isSuccess) return null;
  return (
    <section className="stories">
      <h2 className="stories__title">Explore these {nouns} and their stories!</h2>
      <TokenLinks tokens={stories.data} />
      {stories.data.length === 0 && <EmptyState>{voice.noStories}</EmptyState>}
    </section>
  );
}

/** Number of links in the first render, and in the server's markup. */
export const firstLength = 120;
/** Number of links that each step adds. */
const stepLength = 480;

/** Number of links above the end of the window when the list was left. */
let lengthLeft = 0;

/**
 * Renders few links at first, and more whenever the browser has time: thousands at once would block it. On return it
 * begins with those that were scrolled past, so that the scroll position is kept.
 */
function TokenLinks({ tokens }: { tokens: readonly ListedToken[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [length, setLength] = useState(() => Math.max(firstLength, lengthLeft));
  const isWhole = length >= tokens.length;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => setLength(length + stepLength));
    return () => clearTimeout(timer);
  }, [length, isWhole]);
  useLayoutEffect(() => {
    const links = list.current?.children ?? [];
    return () => {
      const isAbove = (link: Element) => link.getBoundingClientRect().top < window.innerHeight;
      lengthLeft = Array.from(links).filter(isAbove).length;
    };
  }, []);
  return (
    <ul ref={list} className="stories__list">
      {tokens.slice(0, length).map((token) => (
        <TokenLink key={token.drifterId} {...token} />
      ))}
    </ul>
  );
}

const TokenLink = memo(({ drifterId, name }: ListedToken) => (
  <li>
    <Link to={tokenPagePath(drifterId)} aria-label={accessibleName(drifterId, name)}>
      <Portrait drifterId={drifterId} alt="" loading="lazy" />
      <span className="stories__id">{drifterId}</span>
    </Link>
  </li>
));
