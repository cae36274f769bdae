import { isStory } from "#protocol/isStory";
import { randomCommentOf } from "./randomComment.ts";

interface SigningCommentProps {
  /** The text to sign. */
  text: string;
  /** The published story. */
  published: string;
}

/** Explains the comment in front of a restored version, or in the place of a removed story. */
export function SigningComment({ text, published }: SigningCommentProps) {
  const comment = randomCommentOf(text);
  if (comment === undefined || comment === randomCommentOf(published)) return null;
  return (
    <p className="editor__comment">
      The comment <code>{comment}</code>{" "}
      {isStory(text) ? "is added before the old version" : "takes the story's place"}, because a
      replaced text can't be published again unchanged. Readers don't see it.
    </p>
  );
}
