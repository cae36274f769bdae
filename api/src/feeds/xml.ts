import { escaped } from "../page/escaped.ts";

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

// XML 1.0, 2.2: every other character is an error, even as a reference.
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes text for an element or a quoted attribute of XML; characters that XML cannot contain are left out. */
export function xmlText(text: string): string {
  return escaped(text.replace(forbidden, ""));
}
