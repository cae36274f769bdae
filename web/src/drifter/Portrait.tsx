import { useState } from "react";
import { portraitPath } from "./metadata.ts";
import "./Portrait.css";

interface PortraitProps {
  drifterId: string;
  /** Empty where a text beside it says who it is. */
  alt: string;
  loading?: "lazy" | "eager";
}

/** A drifter's small portrait in a square that keeps its place while the picture comes, or never does. */
export function Portrait({ drifterId, alt, loading = "eager" }: PortraitProps) {
  const [isMissing, setIsMissing] = useState(false);
  return (
    <span className="portrait" data-missing={isMissing}>
      <img
        src={portraitPath(drifterId)}
        alt={alt}
        width="400"
        height="400"
        loading={loading}
        onError={() => setIsMissing(true)}
      />
    </span>
  );
}
