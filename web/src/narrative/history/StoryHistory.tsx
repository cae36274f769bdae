import { useQuery } from "@tanstack/react-query";
import { lazily } from "../../components/lazily.tsx";
import { neighborsQueryOptions } from "../../tokens/neighbors.ts";
import { narrativeQueryOptions } from "../narrativeApi.ts";
import { Seal } from "../proof/Seal.tsx";
import { Byline } from "./Byline.tsx";
import { Disclosure } from "./Disclosure.tsx";
import "./StoryHistory.css";

// Fetched only when a visitor opens the proof or the history.
const StoryProof = lazily(() => import("../proof/StoryProof.tsx"), {
  fallback: () => <p role="status">Loading the proof…</p>,
});
const HistoryList = lazily(() => import("./HistoryList.tsx"), {
  fallback: () => <p role="status">Loading the history…</p>,
});

/** Renders the story's author and time and, on demand, its proof and its history. */
export function StoryHistory({ drifterId }: { drifterId: string }) {
  const { data } = useQuery(narrativeQueryOptions(drifterId));
  // The service does not return the history of a hidden story.
  const story = data?.isHidden ? undefined : data;
  const isRemoved = story?.narrative === null;
  const origin = story?.narrative === null ? story.removed : story?.origin;
  // An unminted token has no neighbors.
  const neighbors = useQuery({
    ...neighborsQueryOptions(drifterId),
    enabled: origin !== undefined,
  });
  if (!origin) return null;
  const { names } = neighbors.data ?? {};

  return (
    <section className="history" aria-label="Revisions">
      <Byline isRemoved={isRemoved} origin={origin} name={names?.[origin.author]} />
      <Disclosure
        name={<ProofLabel signedMessage={isRemoved ? undefined : origin.signedMessage} />}
      >
        <StoryProof drifterId={drifterId} revision={origin.revision} />
      </Disclosure>
      <Disclosure name={origin.revision === 1 ? "1 revision" : `${origin.revision} revisions`}>
        <HistoryList drifterId={drifterId} revision={origin.revision} />
      </Disclosure>
    </section>
  );
}

/** Renders the story's seal, or the word for a removal and while the message is unknown. */
function ProofLabel({ signedMessage }: { signedMessage: string | undefined }) {
  if (signedMessage === undefined) return "Proof";
  return (
    <span title="Proof of the signature: each text has a seal of its own">
      <Seal signedMessage={signedMessage} />
      <span className="visually-hidden">Proof</span>
    </span>
  );
}
