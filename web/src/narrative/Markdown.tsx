import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import { exceedsMarkdownLimits } from "#protocol/markdownLimits";
import { allowedUrl, storySchema } from "./markdownRules.ts";
import { remarkGfmReader } from "./remarkGfmReader.ts";
import { remarkLimitDepth } from "./remarkLimitDepth.ts";
import { remarkMentions } from "./remarkMentions.ts";
import { StoryImage } from "./StoryImage.tsx";
import { StoryLink } from "./StoryLink.tsx";

const components: Components = {
  a: ({ node: _, ...props }) => <StoryLink {...props} />,
  img: ({ src, alt }) => <StoryImage src={src} alt={alt} />,
  // Read-only checkbox of a task list.
  input: ({ node: _, ...box }) => <input {...box} aria-label={box.checked ? "Done" : "To do"} />,
  // The page's title is its only h1.
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

/** Renders a story's sanitised Markdown; memoised by its text. */
export default memo(function Markdown({ text, isBesideEditor = false }: MarkdownProps) {
  if (exceedsMarkdownLimits(text)) return <AsWritten text={text} />;
  return (
    <div className="story">
      <ReactMarkdown
        remarkPlugins={[remarkGfmReader, remarkLimitDepth, remarkMentions]}
        rehypePlugins={[[rehypeSanitize, storySchema]]}
        urlTransform={allowedUrl}
        components={isBesideEditor ? componentsBesideEditor : components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});

/** Shows the source of a story that is too complex to render. */
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
