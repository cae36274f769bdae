import { useParams } from "react-router-dom";
import { StoryHistory } from "../narrative/history/StoryHistory.tsx";
import { NarrativeSection } from "../narrative/NarrativeSection.tsx";
import { DrifterCard } from "./DrifterCard.tsx";
import { Neighbours } from "./Neighbours.tsx";

export function DrifterPage() {
  const { drifterId = "" } = useParams();
  return (
    <>
      <DrifterCard drifterId={drifterId} />
      <NarrativeSection key={drifterId} drifterId={drifterId} />
      <StoryHistory key={`history:${drifterId}`} drifterId={drifterId} />
      <Neighbours drifterId={drifterId} />
    </>
  );
}
