import { Link } from "react-router-dom";
import { tokenPagePath } from "#protocol/wire/pages";
import { tokenPath, webpPortraits } from "#protocol/wire/paths";
import type { StoryMap } from "#protocol/wire/responses";
import { accessibleName } from "../tokens/tokenLinks.ts";

/** Height of a row of portraits in pixels; the width depends on the window. */
const rowHeight = 124;
const radius = 27;
const maxPoints = 300;

/** Returns how many things one of at most `maxPoints` points stands for. */
export function perPoint(count: number): number {
  return Math.max(1, Math.ceil(count / maxPoints));
}

interface MapPictureProps {
  map: StoryMap;
  /** Numbers of stories and of tokens without a story that are not drawn as portraits. */
  others: { stories: number; quiet: number };
}

/** Draws tokens as portraits, joined by a line where a story mentions the other, among points for all other tokens. */
export function MapPicture({ map, others }: MapPictureProps) {
  const { tokens, rows } = map;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: each link has a name, and the page explains the rest.
    <svg className="story-map" height={rows * rowHeight}>
      <clipPath id="story-map-portrait">
        <circle r={radius} />
      </clipPath>
      <Points count={others.quiet} seed={1} className="story-map__quiet" radius={1.3} />
      <Points count={others.stories} seed={2} className="story-map__story" radius={2.6} />
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        width="100%"
        height="100%"
        aria-hidden="true"
      >
        <path className="story-map__lines" vectorEffect="non-scaling-stroke" d={drawLines(map)} />
      </svg>
      {tokens.map(({ drifterId, name, hasStory, x, y }) => (
        // biome-ignore lint/a11y/noSvgWithoutTitle: the link has a name.
        <svg key={drifterId} x={`${x}%`} y={`${y}%`} overflow="visible">
          <Link
            to={tokenPagePath(drifterId)}
            className={hasStory ? "story-map__token" : "story-map__token story-map__token--quiet"}
            aria-label={accessibleName(drifterId, name)}
          >
            <circle className="story-map__ring" r={radius + 3} />
            <image
              href={tokenPath(webpPortraits[160], drifterId)}
              clipPath="url(#story-map-portrait)"
              {...{ x: -radius, y: -radius, width: 2 * radius, height: 2 * radius }}
            />
            <text className="story-map__name" y={radius + 22}>
              {name ?? drifterId}
            </text>
            <text className="story-map__number" y={radius + 20}>
              {drifterId}
            </text>
          </Link>
        </svg>
      ))}
    </svg>
  );
}

/** Returns the path data of curves between tokens that meet, in percent. */
function drawLines({ tokens, meetings }: StoryMap): string {
  const places = new Map(tokens.map((token) => [token.drifterId, token]));
  return meetings
    .map(({ writer, mentioned }) => {
      const [from, to] = [places.get(writer.drifterId), places.get(mentioned.drifterId)];
      if (!from || !to) return "";
      // Bent, so that a line does not cross the portraits between its ends.
      const x = (from.x + to.x) / 2 + (to.y - from.y) * 0.12;
      const y = (from.y + to.y) / 2 - (to.x - from.x) * 0.12;
      return `M${from.x} ${from.y}Q${x.toFixed(1)} ${y.toFixed(1)} ${to.x} ${to.y}`;
    })
    .join("");
}

interface PointsProps {
  count: number;
  seed: number;
  className: string;
  radius: number;
}

function Points({ count, seed, className, radius }: PointsProps) {
  return Array.from({ length: Math.ceil(count / perPoint(count)) }, (_, index) => {
    // Additive recurrence: evenly scattered, and the same every time (https://en.wikipedia.org/wiki/Low-discrepancy_sequence).
    const at = (step: number) => `${(((index + seed * 0.37) * step * 100) % 100).toFixed(1)}%`;
    const [x, y] = [at(0.7548777), at(0.5698403)];
    return <circle key={`${x} ${y}`} className={className} cx={x} cy={y} r={radius} />;
  });
}
