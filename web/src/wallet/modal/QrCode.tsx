import { encodeQR } from "qr";
import { useMemo } from "react";

/** Modules of free space around a code, as its standard asks. */
const margin = 4;

/** A QR code, dark on light whatever the page's colours, because that is what cameras read. */
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

/** One path for all dark modules, a rectangle for each run of them in a row. */
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
