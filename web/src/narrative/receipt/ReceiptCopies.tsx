import type { NarrativeRecord } from "#protocol/narrative";
import { Button } from "../../components/Button.tsx";
import { CopyButton } from "../../components/CopyButton.tsx";

/** Offers a receipt as JSON and its text as Markdown. */
export function ReceiptCopies({ receipt }: { receipt: NarrativeRecord }) {
  const { drifterId, revision, narrative } = receipt;
  const json = JSON.stringify(receipt, null, 2);
  return (
    <>
      <h2 className="receipt__title sign">Save a copy</h2>
      <div className="row">
        <Button isSmall onClick={() => download(fileName(receipt), "application/json", json)}>
          Save receipt (JSON)
        </Button>
        <Button
          isSmall
          onClick={() => download(fileName(receipt, "md"), "text/markdown", narrative)}
        >
          Save text (Markdown)
        </Button>
        <CopyButton key={`${drifterId}:${revision}`} text={json} label="Copy receipt" />
      </div>
      <p className="small">
        A copy proves the story without this site. This page came from the same site: to trust
        neither it nor its node, run <code>npm run verify -- {fileName(receipt)}</code> from this
        project's code.
      </p>
    </>
  );
}

function fileName({ drifterId, revision }: NarrativeRecord, extension = "json"): string {
  return `drifter-${drifterId}-revision-${revision}.${extension}`;
}

function download(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Revoked later, because Safari reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
