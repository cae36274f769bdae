import { useEffect, useState } from "react";
import { tokenPath, webpPortraits } from "#protocol/wire/paths";
import { portraitPath } from "./metadata.ts";
import "./Portrait.css";

interface PortraitProps {
  drifterId: string;
  /** Alternative text; empty if adjacent text names the token. */
  alt: string;
  loading?: "lazy" | "eager";
  /** Layout width, in the syntax of the `sizes` attribute, with which browsers choose among smaller WebP images. */
  sizes?: string;
  /** Whether the image may not exist yet, as for a new token. */
  isAwaited?: boolean;
}

function webpSources(drifterId: string): string {
  return Object.entries(webpPortraits)
    .map(([width, path]) => `${tokenPath(path, drifterId)} ${width}w`)
    .join(", ");
}

/** Delays between attempts to load an awaited portrait. */
const retryDelaysMilliseconds = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

/** Renders a token's small portrait in a square of fixed size, whether or not the image loads. */
export function Portrait({
  drifterId,
  alt,
  loading = "eager",
  sizes,
  isAwaited = false,
}: PortraitProps) {
  const [attempt, setAttempt] = useState(0);
  /** Number of the last failed attempt. */
  const [failed, setFailed] = useState<number>();
  const pause = isAwaited && failed === attempt ? retryDelaysMilliseconds[attempt] : undefined;

  useEffect(() => {
    if (pause === undefined) return;
    const timer = setTimeout(() => setAttempt((before) => before + 1), pause);
    return () => clearTimeout(timer);
  }, [pause]);

  return (
    <span className="portrait" data-missing={failed !== undefined}>
      <picture key={attempt}>
        {sizes && <source type="image/webp" srcSet={webpSources(drifterId)} sizes={sizes} />}
        <img
          src={portraitPath(drifterId)}
          alt={alt}
          width="400"
          height="400"
          loading={loading}
          onError={() => setFailed(attempt)}
          onLoad={() => setFailed(undefined)}
        />
      </picture>
    </span>
  );
}
