import { Link } from "react-router-dom";
import { Noun, Nouns } from "#protocol/values/noun";
import { tokenPagePath } from "#protocol/wire/pages";
import type { TokenReference } from "#protocol/wire/responses";
import { Portrait } from "./Portrait.tsx";
import "./TokenGrid.css";

type GridToken = TokenReference & { hasStory?: boolean };

/** Renders portraits with links to the tokens, in two to six columns. */
export function TokenGrid({ tokens }: { tokens: readonly GridToken[] }) {
  return (
    <section className="token-grid" aria-label={Nouns}>
      <ul>
        {tokens.map((token, index) => (
          <li key={token.drifterId} data-index={index}>
            <GridLink {...token} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rendered width of a portrait, matching TokenGrid.css. */
const sizes = "(min-width: 78rem) 12rem, (min-width: 48rem) 20vw, (min-width: 32rem) 30vw, 45vw";

function GridLink({ drifterId, name, hasStory = false }: GridToken) {
  return (
    <Link to={tokenPagePath(drifterId)}>
      <Portrait drifterId={drifterId} alt="" loading="lazy" sizes={sizes} />
      <span className="token-grid__caption">
        <span className="token-grid__id">
          <span className="visually-hidden">{Noun} </span>#{drifterId}
        </span>
        {name && <bdi className="token-grid__name">{name}</bdi>}
      </span>
      {hasStory && <span className="token-grid__story">Story</span>}
    </Link>
  );
}
