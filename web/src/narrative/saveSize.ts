import { narrativeMessage } from "#protocol/narrativeMessage";

/** Length of a key's signature in hex; a contract wallet's may be longer. */
const signatureLength = 132;

/**
 * Describes a save's size when it is near the service's limit.
 *
 * @returns undefined while there is room, or the limit is unknown.
 */
export function sizeNearLimit(
  draft: { drifterId: string; text: string },
  limitBytes: number | undefined,
): { words: string; isTooLong: boolean } | undefined {
  if (limitBytes === undefined) return;
  const bytes = saveBytes(draft);
  if (bytes < 0.9 * limitBytes) return;
  return {
    words: `${kilobytes(bytes)} of ${kilobytes(limitBytes)}`,
    isTooLong: bytes > limitBytes,
  };
}

function saveBytes({ drifterId, text }: { drifterId: string; text: string }): number {
  const signedMessage = narrativeMessage(drifterId, "");
  const signature = "0".repeat(signatureLength);
  const body = JSON.stringify({ drifterId, narrative: text, signedMessage, signature });
  return new TextEncoder().encode(body).length;
}

/** `1,024 kB` of 1024 bytes each, rounded up. */
function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024).toLocaleString("en-GB")} kB`;
}
