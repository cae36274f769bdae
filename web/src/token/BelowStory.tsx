import { tokenPagePath } from "#protocol/wire/pages";
import { ShareButton } from "../components/CopyButton.tsx";
import { StoryHistory } from "../narrative/history/StoryHistory.tsx";
import { useIsHydrated } from "../page/usePage.ts";
import { Neighbors } from "./Neighbors.tsx";

/** What follows the story on a token's page: its revisions, a link to share, and links to other tokens. */
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
