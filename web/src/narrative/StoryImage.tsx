import { useContext, useState } from "react";
import { Button } from "../components/Button.tsx";
import { IsBook } from "../components/IsBook.ts";
import { parseUrl } from "../page/parseUrl.ts";
import { useIsHydrated } from "../page/usePage.ts";

interface StoryImageProps {
  src: string | undefined;
  alt: string | undefined;
}

/** Placeholder origin for relative URLs: the server's renderer does not know the site's origin. */
const placeholderOrigin = "https://site.invalid";

/**
 * Renders an image in a story. Images from other sites load on click, because a request would
 * reveal the reader to that site.
 */
export function StoryImage({ src, alt = "" }: StoryImageProps) {
  const [wanted, setWanted] = useState<string>();
  const isHydrated = useIsHydrated();
  const isBook = useContext(IsBook);
  const url = src ? parseUrl(src, placeholderOrigin) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return <span className="story__dead-link">{alt}</span>;
  const isOwn =
    url.origin === placeholderOrigin || (isHydrated && url.origin === window.location.origin);
  if (src === wanted || isOwn) {
    return <img src={src} alt={alt} loading="lazy" referrerPolicy="no-referrer" />;
  }
  return (
    <span className="story__picture-offer">
      {alt}
      {isBook ? (
        <a href={src} target="_blank" rel="noopener noreferrer nofollow ugc">
          Image on {url.host}
        </a>
      ) : (
        <Button isSmall disabled={!isHydrated} onClick={() => setWanted(src)}>
          Show image from {url.host}
        </Button>
      )}
    </span>
  );
}
