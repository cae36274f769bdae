import { useQuery } from "@tanstack/react-query";
import { StoryHistory } from "../narrative/history/StoryHistory.tsx";
import { ShareStory } from "../narrative/ShareStory.tsx";
import { metadataQueryOptions } from "./metadata.ts";
import { Neighbors } from "./Neighbors.tsx";

/** Renders the content below the story on a token's page: history, share button, and links to other tokens. */
export default function BelowStory({ drifterId }: { drifterId: string }) {
  const { isSuccess: isFound } = useQuery(metadataQueryOptions(drifterId));
  return (
    <>
      <StoryHistory key={`history:${drifterId}`} drifterId={drifterId} />
      <p className="row share">{isFound && <ShareStory drifterId={drifterId} />}</p>
      <Neighbors drifterId={drifterId} />
    </>
  );
}
