import { useState } from "react";

interface StoryImageProps {
  src: string | undefined;
  alt: string | undefined;
}

/** An image in a story. Images from other sites load on click, because loading reveals the reader to that site. */
export function StoryImage({ src, alt = "" }: StoryImageProps) {
  const [isWanted, setIsWanted] = useState(false);
  const url =
    src && URL.canParse(src, window.location.href) ? new URL(src, window.location.href) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return <span className="story__dead-link">{alt}</span>;
  if (isWanted || url.origin === window.location.origin) {
    return <img src={url.href} alt={alt} loading="lazy" referrerPolicy="no-referrer" />;
  }
  return (
    <span className="story__picture-offer">
      {alt}
      <button type="button" className="button button--small" onClick={() => setIsWanted(true)}>
        Show image from {url.host}
      </button>
    </span>
  );
}
