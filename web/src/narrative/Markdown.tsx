import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import { exceedsMarkdownLimits } from "#protocol/markdownLimits";
import { allowedUrl, storySchema } from "./markdownRules.ts";
import { remarkGfmReader } from "./remarkGfmReader.ts";
import { remarkLimitDepth } from "./remarkLimitDepth.ts";
import { StoryImage } from "./StoryImage.tsx";
import { StoryLink } from "./StoryLink.tsx";

const components: Components = {
  a: ({ node: _, ...props }) => <StoryLink {...props} />,
  img: ({ src, alt }) => <StoryImage src={src} alt={alt} />,
  // A task list's box, which nobody can tick.
  input: ({ node: _, ...box }) => <input {...box} aria-label={box.checked ? "Done" : "To do"} />,
  // The page's own title is its only h1.
  h1: ({ node: _, ...props }) => <h2 {...props} />,
  h2: ({ node: _, ...props }) => <h3 {...props} />,
  h3: ({ node: _, ...props }) => <h4 {...props} />,
};

const componentsBesideEditor: Components = {
  ...components,
  a: ({ node: _, ...props }) => <StoryLink isBesideEditor {...props} />,
};

interface MarkdownProps {
  text: string;
  isBesideEditor?: boolean;
}

/** A story's Markdown, sanitised and laid out for reading; again only when the text changes. */
export default memo(function Markdown({ text, isBesideEditor = false }: MarkdownProps) {
  if (exceedsMarkdownLimits(text)) return <AsWritten text={text} />;
  return (
    <div className="story">
      <ReactMarkdown
        remarkPlugins={[remarkGfmReader, remarkLimitDepth]}
        rehypePlugins={[[rehypeSanitize, storySchema]]}
        urlTransform={allowedUrl}
        components={isBesideEditor ? componentsBesideEditor : components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});

/** A story that no browser could lay out in time can still be read. */
function AsWritten({ text }: { text: string }) {
  return (
    <>
      <p className="notice">The Markdown of this story is too complex to render. As written:</p>
      <div className="story story--as-written">
        <pre>{text}</pre>
      </div>
    </>
  );
}
