import type { ComponentProps } from "react";
import { Link } from "react-router-dom";

interface StoryLinkProps extends ComponentProps<"a"> {
  /** The page that holds the link must stay, because somebody is writing on it. */
  isBesideEditor?: boolean;
}

/** A link in a story. Pages of this app open here, other sites in a tab of their own. */
export function StoryLink({ href, children, isBesideEditor, ...props }: StoryLinkProps) {
  if (!href) return <span className="story__dead-link">{children}</span>;
  if (isAppPath(href)) {
    return (
      <Link to={href} target={isBesideEditor ? "_blank" : undefined}>
        {children}
      </Link>
    );
  }
  if (!/^https?:/i.test(href)) {
    return (
      <a href={href} {...props}>
        {children}
      </a>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  );
}

function isAppPath(href: string): boolean {
  return href === "/" || href.startsWith("/drifter/");
}
