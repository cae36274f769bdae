import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { Noun, nouns } from "#protocol/values/noun";
import { tokenPagePath } from "#protocol/wire/pages";
import { type ListedToken, storyListQueryOptions } from "../narrative/narrativeApi.ts";
import { Portrait } from "../token/Portrait.tsx";
import { newestStoriesQueryOptions } from "./NewestStory.tsx";
import "./StoryList.css";

/** Renders links to the tokens with stories, or nothing until the list has loaded. */
export function StoryList() {
  const stories = useQuery(storyListQueryOptions());
  const newest = useQuery(newestStoriesQueryOptions());
  // Waits for both queries, because a line that appears later would push down the content below.
  if (!stories.isSuccess || newest.isPending) return null;
  const lines = new Map(newest.data?.map((story) => [story.drifterId, story]));
  return (
    <section className="stories">
      <h2 className="stories__title">Explore these {nouns} and their stories!</h2>
      <TokenLinks tokens={stories.data} lines={lines} />
    </section>
  );
}

/** Number of links in the first render, and in the server's markup. */
export const firstLength = 120;
/** Number of links added per step. */
const stepLength = 480;

/** Number of links above the bottom of the window when the reader left the list. */
let lengthOnLeave = 0;

interface StoryLines {
  title?: string | undefined;
  beginning: string;
}

interface TokenLinksProps {
  tokens: readonly ListedToken[];
  /** First lines of the newest stories, by token ID. */
  lines: ReadonlyMap<string, StoryLines>;
}

/**
 * Renders few links at first and adds more when the browser is idle: rendering thousands at once would block it. On
 * return, the first render includes the links scrolled past, so that the scroll position is restored.
 */
function TokenLinks({ tokens, lines }: TokenLinksProps) {
  const list = useRef<HTMLUListElement>(null);
  const [length, setLength] = useState(() => Math.max(firstLength, lengthOnLeave));
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
      lengthOnLeave = Array.from(links).filter(isAbove).length;
    };
  }, []);
  return (
    <ul ref={list} className="stories__list">
      {tokens.slice(0, length).map((token) => (
        <TokenLink key={token.drifterId} {...token} lines={lines.get(token.drifterId)} />
      ))}
    </ul>
  );
}

type TokenLinkProps = ListedToken & { lines: StoryLines | undefined };

const TokenLink = memo(({ drifterId, name, lines }: TokenLinkProps) => (
  <li>
    <Link to={tokenPagePath(drifterId)}>
      <Portrait drifterId={drifterId} alt="" loading="lazy" />
      <span className="visually-hidden">{Noun} </span>
      <span className="stories__id">#{drifterId}</span>
      {name && <bdi className="stories__name">{name}</bdi>}
    </Link>
    {lines && (
      <p className="stories__line small" dir="auto">
        {lines.title && <b className="story-title">{lines.title}</b>}
        {lines.beginning}
      </p>
    )}
  </li>
));
