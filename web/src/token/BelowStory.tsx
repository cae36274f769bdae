import { useQuery } from "@tanstack/react-query";
import { tokenPagePath } from "#protocol/wire/pages";
import { ShareButton } from "../components/CopyButton.tsx";
import { StoryHistory } from "../narrative/history/StoryHistory.tsx";
import { useIsHydrated } from "../page/usePage.ts";
import { metadataQueryOptions } from "./metadata.ts";
import { Neighbors } from "./Neighbors.tsx";

/** Renders the content below the story on a token's page: history, share button, and links to other tokens. */
export default function BelowStory({ drifterId }: { drifterId: string }) {
  const isHydrated = useIsHydrated();
  const { isSuccess: isFound } = useQuery(metadataQueryOptions(drifterId));
  return (
    <>
      <StoryHistory key={`history:${drifterId}`} drifterId={drifterId} />
      <p className="row share">
        {isHydrated && isFound && <ShareButton path={tokenPagePath(drifterId)} />}
      </p>
      <Neighbors drifterId={drifterId} />
    </>
  );
}
