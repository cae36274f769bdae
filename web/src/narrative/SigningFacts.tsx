import { isStory } from "#protocol/stories/narrative";
import { runtimeConfig } from "../env.ts";
import { type Draft, signedText, sizeNearLimit } from "./draft.ts";
import { findRandomComment } from "./storyText.ts";

/** Renders the story's size if it is near the limit. */
export function TextSize({ draft }: { draft: Draft }) {
  const size = sizeNearLimit(draft, runtimeConfig().maxBodyBytes);
  if (!size) return null;
  return (
    <p className={`editor__size ${size.isTooLong ? "field__fault" : "small"}`}>
      {size.text}
      {size.isTooLong && ". The service won't take it; shorten the story before you sign."}
    </p>
  );
}

/** Renders the message that the wallet will show. */
export function SigningFacts({ draft, published }: { draft: Draft; published: string }) {
  return (
    <div className="stack">
      <details>
        <summary>What you will sign</summary>
        <code className="box">
          {draft.message ?? "Edit the text to see the message you will sign."}
        </code>
      </details>
      {draft.message && <SigningComment text={signedText(draft)} published={published} />}
    </div>
  );
}

interface SigningCommentProps {
  /** The text to sign. */
  text: string;
  /** The published story. */
  published: string;
}

/** Renders an explanation of the comment before a restored version, or in place of a removed story. */
function SigningComment({ text, published }: SigningCommentProps) {
  const comment = findRandomComment(text);
  if (comment === undefined || comment === findRandomComment(published)) return null;
  return (
    <p className="soft">
      The comment <code>{comment}</code>{" "}
      {isStory(text) ? "is added before the old version" : "takes the story's place"}, because a
      replaced text can't be published again unchanged. Readers don't see it.
    </p>
  );
}
