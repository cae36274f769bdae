import { tokenPagePath } from "#protocol/wire/pages";
import { ShareButton } from "../components/CopyButton.tsx";

/** Shares a token's page, or copies its link. */
export default function ShareToken({ drifterId }: { drifterId: string }) {
  return <ShareButton path={tokenPagePath(drifterId)} />;
}
