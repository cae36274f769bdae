import { useQuery } from "@tanstack/react-query";
import { noun } from "#protocol/values/noun";
import { tokenPagePath } from "#protocol/wire/pages";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import { ShareButton } from "../components/CopyButton.tsx";
import { useIsHydrated } from "../page/usePage.ts";
import { narrativeQueryOptions } from "./narrativeApi.ts";

/** Renders a button that shares a token's page, and, for a story that readers see, a link that saves its card. */
export function ShareStory({ drifterId }: { drifterId: string }) {
  const isHydrated = useIsHydrated();
  const { data: story } = useQuery(narrativeQueryOptions(drifterId));
  const hasCard = story !== undefined && story.narrative !== null && !story.isHidden;
  const card = hasCard ? tokenPath(apiPaths.card, drifterId) : undefined;
  return (
    <>
      {/* First, because the button appears later. */}
      {card && (
        <a className="button" href={card} download={`${noun}-${drifterId}.jpg`}>
          Save as an image
        </a>
      )}
      {isHydrated && <ShareButton path={tokenPagePath(drifterId)} image={card} />}
    </>
  );
}
