interface Arrangement {
  rows: number;
  /** Positions in percent of the width and the height. */
  points: { id: string; x: number; y: number }[];
}

/** Portraits do not overlap on a phone. */
const maxColumns = 5;
/** Number of passes after which an arrangement is good enough. */
const maxPasses = 30;

/**
 * Arranges points in the cells of a grid so that the lines between them are short: swaps two cells as long as that
 * shortens the lines. The same points and lines always have the same positions.
 */
export function arrange(
  ids: readonly string[],
  lines: readonly (readonly [string, string])[],
): Arrangement {
  const columns = Math.max(1, Math.min(maxColumns, Math.ceil(Math.sqrt(ids.length * 1.2))));
  const rows = Math.ceil(ids.length / columns);
  const cells: (string | undefined)[] = Array.from({ length: columns * rows });
  // Alternating directions keep consecutive points close.
  for (const [index, id] of ids.entries()) {
    const row = Math.floor(index / columns);
    const column = row % 2 === 0 ? index % columns : columns - 1 - (index % columns);
    cells[row * columns + column] = id;
  }
  const cellOf = new Map(cells.map((id, cell) => [id, cell]));
  const neighbors = new Map<string | undefined, string[]>(ids.map((id) => [id, []]));
  for (const [from, to] of lines) {
    neighbors.get(from)?.push(to);
    neighbors.get(to)?.push(from);
  }

  /** Returns the length of a point's lines if it were in `cell`; long lines count more. */
  const lengthAt = (id: string | undefined, cell: number, other: string | undefined) =>
    (neighbors.get(id) ?? []).reduce((total, neighbor) => {
      const end = neighbor === other ? undefined : cellOf.get(neighbor);
      if (end === undefined) return total;
      const across = (cell % columns) - (end % columns);
      const down = Math.floor(cell / columns) - Math.floor(end / columns);
      return total + across ** 2 + down ** 2;
    }, 0);

  for (let pass = 0, isBetter = true; isBetter && pass < maxPasses; pass += 1) {
    isBetter = false;
    for (let one = 0; one < cells.length; one += 1) {
      for (let other = one + 1; other < cells.length; other += 1) {
        const [a, b] = [cells[one], cells[other]];
        const before = lengthAt(a, one, b) + lengthAt(b, other, a);
        if (lengthAt(a, other, b) + lengthAt(b, one, a) >= before) continue;
        [cells[one], cells[other]] = [b, a];
        cellOf.set(a, other).set(b, one);
        isBetter = true;
      }
    }
  }
  const points = cells.flatMap((id, cell) => {
    if (id === undefined) return [];
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const [right, down] = offset(id);
    const x = (100 * (column + 0.5 + right)) / columns;
    return [{ id, x: round(x), y: round((100 * (row + 0.42 + down)) / rows) }];
  });
  return { rows, points };
}

/** Returns a point's offset from its cell's middle, at most an eighth of the cell, which makes the grid less rigid. */
function offset(id: string): [number, number] {
  let bits = 0;
  for (const character of id) bits = Math.imul(bits ^ character.charCodeAt(0), 0x9e3779b1);
  bits ^= bits >>> 15;
  return [((bits & 255) / 255 - 0.5) * 0.14, (((bits >>> 8) & 255) / 255 - 0.5) * 0.24];
}

function round(percent: number): number {
  return Math.round(percent * 10) / 10;
}
