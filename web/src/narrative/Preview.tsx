import { useDeferredValue, useState } from "react";
import { renderingCost } from "#protocol/markdownCost";
import { Story } from "./Story.tsx";

/** Maximum cost of what is rendered while typing; costlier texts would make typing lag. */
const maxLiveCost = 40;

/** The story as readers will see it. */
export function Preview({ text: newest }: { text: string }) {
  const text = useDeferredValue(newest);
  const [requested, setRequested] = useState("");
  const isLive = renderingCost(text, maxLiveCost) <= maxLiveCost;
  const shown = isLive ? text : requested;
  return (
    <section className="editor__pane" aria-label="Preview">
      <p className="eyebrow" aria-hidden="true">
        Preview
      </p>
      <div className="editor__preview">
        {!isLive && shown !== text && (
          <button type="button" className="button button--small" onClick={() => setRequested(text)}>
            Render this long story
          </button>
        )}
        {text === "" && <p className="editor__blank">A blank page.</p>}
        {shown !== "" && <Story text={shown} isBesideEditor />}
      </div>
    </section>
  );
}
