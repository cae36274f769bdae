import { tokenPagePath } from "#protocol/wire/pages";
import type { SignedRevision } from "#protocol/wire/responses";
import type { Settings } from "../settings/settings.ts";
import type { Renderer } from "./renderer.ts";
import { readTemplate } from "./template.ts";

/** Renders a story as HTML; resolves with undefined if the renderer is missing, busy or fails. */
export type StoryMarkup = (story: SignedRevision) => Promise<string | undefined>;

/** Maximum number of rendered stories to keep: two full feeds. */
const maxKept = 100;

/** Returns a function that renders stories, and keeps the latest results until a story changes. */
export function createStoryMarkup(
  { webDir }: Pick<Settings, "webDir">,
  renderer: Pick<Renderer, "renderStory">,
): StoryMarkup {
  const kept = new Map<string, string>();
  let build: string | undefined;
  return async ({ drifterId, revision, narrative }) => {
    const template = await readTemplate(webDir);
    if (template === undefined) return undefined;
    if (template !== build) kept.clear();
    build = template;
    const path = `${tokenPagePath(drifterId)}?revision=${revision}`;
    const markup = kept.get(path) ?? (await renderer.renderStory(template, { path, narrative }));
    if (markup === undefined) return undefined;
    // The map's first key is the one that was used least recently.
    kept.delete(path);
    kept.set(path, markup);
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(oldest);
    }
    return markup;
  };
}
