import { tokenPagePath } from "#protocol/wire/pages";
import { ShareButton } from "../components/CopyButton.tsx";
import { StoryHistory } from "../narrative/history/StoryHistory.tsx";
import { useIsHydrated } from "../page/usePage.ts";
import { Neighbors } from "./Neighbors.tsx";

/** Renders the content below the story on a token's page: history, share button, and links to other tokens. */
export default function BelowStory({ drifterId }: { drifterId: string }) {
  const isHydrated = useIsHydrated();
  return (
    <>
      <StoryHistory key={`history:${drifterId}`} drifterId={drifterId} />
      <p className="row share">{isHydrated && <ShareButton path={tokenPagePath(drifterId)} />}</p>
      <Neighbors drifterId={drifterId} />
    </>
  );
}
