import { encodeQR } from "qr";
import { useMemo } from "react";

/** Quiet zone in modules, as ISO/IEC 18004 requires. */
const margin = 4;

/** A QR code, dark on light in every scheme, because scanners expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawing(text), [text]);
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

/** Draws all dark modules as one path, with a rectangle per horizontal run. */
function drawing(text: string): { size: number; path: string } {
  const rows = encodeQR(text, "raw", { ecc: "low", border: margin });
  const runs = rows.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? "#" : " ")).join("");
    return [...line.matchAll(/#+/g)].map(
      ({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`,
    );
  });
  return { size: rows.length, path: runs.join("") };
}
