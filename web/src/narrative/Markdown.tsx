import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import { maxRenderingCost, renderingCost } from "#protocol/markdownCost";
import { allowedUrl, storySchema } from "./markdownRules.ts";
import { rehypeDirection } from "./rehypeDirection.ts";
import { remarkGfmReader } from "./remarkGfmReader.ts";
import { remarkHeadings } from "./remarkHeadings.ts";
import { remarkLimitDepth } from "./remarkLimitDepth.ts";
import { remarkMentions } from "./remarkMentions.ts";
import { StoryImage } from "./StoryImage.tsx";
import { StoryLink } from "./StoryLink.tsx";

const components: Components = {
  a: ({ node: _, ...props }) => <StoryLink {...props} />,
  img: ({ src, alt }) => <StoryImage src={src} alt={alt} />,
  // Read-only checkbox of a task list.
  input: ({ node: _, ...box }) => <input {...box} aria-label={box.checked ? "Done" : "To do"} />,
};

const componentsBesideEditor: Components = {
  ...components,
  a: ({ node: _, ...props }) => <StoryLink isBesideEditor {...props} />,
};

interface MarkdownProps {
  text: string;
  /** Path of the text as it was saved, if it was. */
  source?: string | undefined;
  isBesideEditor?: boolean;
}

/** Renders a story's sanitised Markdown; memoised by its text. */
export default memo(function Markdown({ text, source, isBesideEditor = false }: MarkdownProps) {
  if (renderingCost(text) > maxRenderingCost) return <AsWritten text={text} source={source} />;
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

/** Shows the source of a story that is too complex to render. */
function AsWritten({ text, source }: Pick<MarkdownProps, "text" | "source">) {
  return (
    <>
      <p className="notice">
        The Markdown of this story is too complex to render. As written
        {source && (
          <>
            {" ("}
            <a href={source}>source</a>)
          </>
        )}
        :
      </p>
      <div className="story story--as-written">
        <pre dir="auto">{text}</pre>
      </div>
    </>
  );
}
