/** Saves a text as a file on the visitor's device. */
export function download(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Revoked later, because Safari reads the file after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
