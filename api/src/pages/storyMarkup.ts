import type { DrifterId } from "#protocol/values/drifterId";
import { tokenPagePath } from "#protocol/wire/pages";
import type { SignedRevision } from "#protocol/wire/responses";
import type { Settings } from "../settings/settings.ts";
import type { Renderer } from "./renderer.ts";
import { readTemplate } from "./template.ts";

/** Renders a story as HTML; resolves with undefined if the renderer is missing, busy or fails. */
export type StoryMarkup = (story: SignedRevision) => Promise<string | undefined>;

/** Maximum number of rendered stories to keep: two full feeds. */
const maxKept = 100;

/** Returns a function that renders stories, and keeps the latest results until a story's text changes. */
export function createStoryMarkup(
  { webDir }: Pick<Settings, "webDir">,
  renderer: Pick<Renderer, "renderStory">,
): StoryMarkup {
  /** Least recently used first. */
  const kept = new Map<DrifterId, { narrative: string; markup: string }>();
  let build: string | undefined;
  return async ({ drifterId, revision, narrative }) => {
    const template = await readTemplate(webDir);
    if (template === undefined) return undefined;
    if (template !== build) kept.clear();
    build = template;
    const path = `${tokenPagePath(drifterId)}?revision=${revision}`;
    const known = kept.get(drifterId);
    // A store restored to an earlier state may have a different text under the same revision number.
    const markup =
      known?.narrative === narrative
        ? known.markup
        : await renderer.renderStory(template, { path, narrative });
    if (markup === undefined) return undefined;
    kept.delete(drifterId);
    kept.set(drifterId, { narrative, markup });
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(oldest);
    }
    return markup;
  };
}
