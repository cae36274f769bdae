import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { TokenMetadata } from "#protocol/wire/tokenMetadata";
import type { Drifter } from "./drifter.ts";

/** Returns a drifter's metadata; `image` is relative to the site's root. */
export function metadataOf(drifter: Drifter): TokenMetadata {
  const { traits } = drifter;
  const values: Record<string, string> = {
    Arrival: drifter.phase,
    Calling: traits.calling,
    Garb: traits.garb,
    Dye: traits.dye,
    Helm: traits.helm,
    Visage: traits.visage,
    Burden: traits.burden,
    Companion: traits.companion,
    Keepsake: traits.keepsake,
    Sky: traits.sky,
    Horizon: traits.horizon,
  };
  return {
    name: drifter.name,
    description: describe(drifter),
    image: tokenPath(apiPaths.fullPortrait, String(drifter.id)),
    attributes: Object.entries(values).map(([trait_type, value]) => ({ trait_type, value })),
  };
}

function describe({ phase, traits }: Drifter): string {
  const company =
    traits.companion === "None" ? "alone" : `with ${addArticle(lower(traits.companion))}`;
  return `${capital(addArticle(lower(traits.calling)))} who came with ${phaseDisplayName(phase)}, traveling ${company} and never without ${addArticle(lower(traits.keepsake))}.`;
}

function phaseDisplayName(phase: string): string {
  return phase.startsWith("The ") ? `the ${phase.slice(4)}` : `the ${phase}`;
}

function addArticle(noun: string): string {
  if (noun === "three cards") return noun;
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}

function lower(name: string): string {
  return name.toLowerCase();
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
