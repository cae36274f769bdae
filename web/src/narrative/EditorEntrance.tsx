import { ActionLink } from "../components/ActionLink.tsx";
import { StorySkeleton } from "./Story.tsx";

interface EditorEntranceProps {
  status: "loading" | "failed";
  onRetry: () => void;
  onLeave: () => void;
}

/** Shown until the story that the editor starts with has loaded. */
export function EditorEntrance({ status, onRetry, onLeave }: EditorEntranceProps) {
  if (status === "loading") return <StorySkeleton />;
  return (
    <div className="notice notice--alert" role="alert">
      <p>The current story couldn't be loaded.</p>
      <div className="notice__actions">
        <button
          type="button"
          className="button button--small"
          data-focus-target="retry"
          onClick={onRetry}
        >
          Try again
        </button>
        <ActionLink onAction={onLeave}>Cancel</ActionLink>
      </div>
    </div>
  );
}
