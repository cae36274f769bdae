import { useEffect, useState } from "react";
import { portraitPath } from "./metadata.ts";
import "./Portrait.css";

interface PortraitProps {
  drifterId: string;
  /** Empty where a text beside it says who it is. */
  alt: string;
  loading?: "lazy" | "eager";
  /** Whether it may still be on its way to the service, as a new drifter's is. */
  isAwaited?: boolean;
}

/** When a portrait that is on its way is asked for again, after each time that it is not there. */
const pausesMilliseconds = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

/** A drifter's small portrait in a square that keeps its place while the picture comes, or never does. */
export function Portrait({ drifterId, alt, loading = "eager", isAwaited = false }: PortraitProps) {
  const [attempt, setAttempt] = useState(0);
  /** The attempt that found nothing, until one finds something. */
  const [failed, setFailed] = useState<number>();
  const pause = isAwaited && failed === attempt ? pausesMilliseconds[attempt] : undefined;

  useEffect(() => {
    if (pause === undefined) return;
    const timer = setTimeout(() => setAttempt((before) => before + 1), pause);
    return () => clearTimeout(timer);
  }, [pause]);

  return (
    <span className="portrait" data-missing={failed !== undefined}>
      <img
        key={attempt}
        src={portraitPath(drifterId)}
        alt={alt}
        width="400"
        height="400"
        loading={loading}
        onError={() => setFailed(attempt)}
        onLoad={() => setFailed(undefined)}
      />
    </span>
  );
}
