import { Link } from "react-router-dom";
import { LoadFailure } from "../components/LoadFailure.tsx";
import { Refusal } from "../narrative/refusal.ts";

interface GalleryFailureProps {
  error: Error;
  onRetry: () => void;
}

/** Says why no drifters are shown, and what to do. */
export function GalleryFailure({ error, onRetry }: GalleryFailureProps) {
  if (error instanceof Refusal && error.is("request.invalid_parameter")) {
    return (
      <p className="notice notice--alert" role="alert">
        This collection doesn't have one of these phases or traits.{" "}
        <Link to="/drifters">Show all drifters</Link>
      </p>
    );
  }
  return <LoadFailure onRetry={onRetry}>The drifters failed to load.</LoadFailure>;
}
