import { randomCommentOf } from "./randomComment.ts";

interface SigningCommentProps {
  /** What is about to be signed. */
  text: string;
  /** The published story. */
  published: string;
}

/** Names the comment before a restored version, and says why it is there. */
export function SigningComment({ text, published }: SigningCommentProps) {
  const comment = randomCommentOf(text);
  if (comment === undefined || comment === randomCommentOf(published)) return null;
  return (
    <p className="editor__comment">
      The comment <code>{comment}</code> is added before the old version, because a replaced text
      can't be published again unchanged. Readers don't see it.
    </p>
  );
}
