import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { type ComponentProps, memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import { Link } from "react-router-dom";
import rehypeSanitize from "rehype-sanitize";
import { maxRenderingCost, renderingCost } from "#protocol/stories/markdownCost";
import { noun, nouns } from "#protocol/values/noun";
import { Notice } from "../components/Notice.tsx";
import { scrollable } from "../components/scrollable.ts";
import {
  allowedUrl,
  rehypeDirection,
  remarkHeadings,
  remarkLimitDepth,
  remarkMentions,
  storySchema,
} from "./markdownPlugins.ts";
import { StoryImage } from "./StoryImage.tsx";

const components: Components = {
  a: ({ node: _, ...props }) => <StoryLink {...props} />,
  img: ({ src, alt }) => <StoryImage src={src} alt={alt} />,
  pre: ({ node: _, ...props }) => <pre {...props} {...scrollable} />,
  table: ({ node: _, ...props }) => <table {...props} {...scrollable} />,
  // Read-only checkbox of a task list.
  input: ({ node: _, ...box }) => <input {...box} aria-label={box.checked ? "Done" : "To do"} />,
};

const componentsBesideEditor: Components = {
  ...components,
  a: ({ node: _, ...props }) => <StoryLink isBesideEditor {...props} />,
};

interface MarkdownProps {
  text: string;
  /** Path of the saved story's source; absent for an unsaved story. */
  source?: string | undefined;
  isBesideEditor?: boolean;
}

/** Renders a story's sanitized Markdown, memoized by the text. */
export default memo(function Markdown({ text, source, isBesideEditor = false }: MarkdownProps) {
  if (renderingCost(text) > maxRenderingCost) return <StorySource text={text} source={source} />;
  return (
    <div className="story">
      <ReactMarkdown
        remarkPlugins={[remarkGfmReader, remarkLimitDepth, remarkHeadings, remarkMentions]}
        rehypePlugins={[[rehypeSanitize, storySchema], rehypeDirection]}
        urlTransform={allowedUrl}
        components={isBesideEditor ? componentsBesideEditor : components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});

/** Renders the Markdown source of a story that is too complex to render. */
function StorySource({ text, source }: Pick<MarkdownProps, "text" | "source">) {
  return (
    <>
      <Notice>
        The Markdown of this story is too complex to render. As written
        {source && (
          <>
            {" ("}
            <a href={source}>source</a>)
          </>
        )}
        :
      </Notice>
      <div className="story story--as-written">
        <pre dir="auto">{text}</pre>
      </div>
    </>
  );
}

interface StoryLinkProps extends ComponentProps<"a"> {
  /** Whether the page has an open editor, so that the link must open in a new tab. */
  isBesideEditor?: boolean;
}

/** Renders a link in a story: pages of this site open in this tab, other sites in a new one. */
function StoryLink({ href, children, isBesideEditor, ...props }: StoryLinkProps) {
  if (!href) return <span className="story__dead-link">{children}</span>;
  if (appPath.test(href)) {
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

const appPath = new RegExp(
  `^/(?:$|(?:${noun}|owner)/|(?:${nouns}|stories|mint|phases|help|about)(?:$|[?#]))`,
);

interface ParserExtensions {
  micromarkExtensions?: unknown[];
  fromMarkdownExtensions?: unknown[];
}

/**
 * Parses GitHub's Markdown extensions (tables, task lists, footnotes, strikethrough, bare links). Unlike
 * `remark-gfm`, it omits the serializer, which no page needs.
 */
function remarkGfmReader(this: { data(): object }): void {
  // Safety: remark's parser reads its extensions from these two keys.
  const data = this.data() as ParserExtensions;
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfm()];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown()];
}
