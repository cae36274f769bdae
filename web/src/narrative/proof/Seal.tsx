import { sealPath } from "#protocol/stories/seal";

/** Renders the seal of the text whose hash a message contains; renders nothing for a message without a hash. */
export function Seal({ signedMessage }: { signedMessage: string }) {
  const [hash] = /[0-9a-f]{64}$/.exec(signedMessage) ?? [];
  if (hash === undefined) return null;
  return (
    <svg className="seal" viewBox="0 0 64 64" aria-hidden="true">
      <path fill="currentColor" fillRule="evenodd" d={sealPath(hash)} />
    </svg>
  );
}
