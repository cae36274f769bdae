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
      The comment <code>{comment}</code> before the old version makes it a new text, because a
      replaced text can't be published again. Readers don't see it.
    </p>
  );
}
