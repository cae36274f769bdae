/**
 * Formats rows as aligned columns.
 *
 * @param rightAlignedColumns number of right-aligned columns, counted from the left.
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  { indent = "", rightAlignedColumns = 0 } = {},
): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const format = (cell: string, column: number) =>
    column < rightAlignedColumns
      ? cell.padStart(widths[column] ?? 0)
      : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => indent + row.map(format).join("  ").trimEnd()).join("\n");
}

/** Formats a count with its noun, as in `1 signed revision` and `2 signed revisions`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
