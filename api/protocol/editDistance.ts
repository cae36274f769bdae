/** Returns the case-insensitive Levenshtein distance. */
export function editDistance(one: string, other: string): number {
  const [from, to] = [[...one.toLowerCase()], [...other.toLowerCase()]];
  let distance = to.length;
  let row = [...to.keys()].map((index) => index + 1);
  for (const [index, character] of from.entries()) {
    let diagonal = index;
    distance = index + 1;
    row = row.map((above, column) => {
      const replaced = diagonal + Number(character !== to[column]);
      diagonal = above;
      distance = Math.min(replaced, above + 1, distance + 1);
      return distance;
    });
  }
  return distance;
}
