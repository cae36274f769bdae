import type { ComponentProps } from "react";
import { Link } from "react-router-dom";

interface StoryLinkProps extends ComponentProps<"a"> {
  /** Whether the link must not leave the page, because it has an open editor. */
  isBesideEditor?: boolean;
}

/** A link in a story. Pages of this app open in this tab, other sites in a new one. */
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

const appPath = /^\/(?:$|(?:drifter|owner)\/|(?:drifters|stories|mint|phases|about)(?:$|[?#]))/;

function isAppPath(href: string): boolean {
  return appPath.test(href);
}
