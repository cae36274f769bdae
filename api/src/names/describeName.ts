import { ens_split } from "@adraffy/ens-normalize";
import type { PersonName } from "#protocol/wire/responses";

/** Maximum length of a shown name. A shortened name could look like a different one. */
const maxLength = 60;

/** Returns a name's normalized form (ENSIP-15); undefined if the name is invalid or too long. */
export function normalizeName(name: string): string | undefined {
  return name.length > maxLength ? undefined : splitName(name)?.map(toText).join(".");
}

/**
 * Describes a name to readers; undefined unless it is normalized. ENSIP-15 rejects names that mix scripts or consist of
 * another script's look-alikes. A name with characters other than ASCII has a note that says which.
 */
export function describeName(name: string): PersonName | undefined {
  if (normalizeName(name) !== name) return undefined;
  const notes = (splitName(name) ?? []).flatMap((label) => noteFor(toText(label), label.type));
  const note = [...new Set(notes)].join(", ");
  return { name, ...(note !== "" && { note }) };
}

type Label = ReturnType<typeof ens_split>[number];

function splitName(name: string): Label[] | undefined {
  const labels = ens_split(name);
  return labels.length < 2 || labels.some(({ error }) => error) ? undefined : labels;
}

function toText({ output = [] }: Label): string {
  return String.fromCodePoint(...output);
}

/** @param script the label's script, `Latin` or `Emoji`, the latter only for labels without letters. */
function noteFor(label: string, script = "Emoji"): string[] {
  if (/^[!-~]*$/.test(label)) return [];
  if (script !== "Latin" && script !== "Emoji")
    return [script.replace(/^Restricted\[(.*)\]$/, "$1")];
  return /(?![a-z])\p{L}/u.test(label) ? ["letters beyond a–z"] : ["symbols"];
}
