const digits = /^([\da-f]{8})-([\da-f]{4})-8([\da-f]{3})-a([\da-f]{3})-([\da-f]{12})$/;

/** The 72 bits of an id that are of its outside store. */
function marksOf(outsideId: string): string {
  return outsideId.replaceAll('-', '').slice(0, 18);
}

/**
 * The id of a vector in an outside store: a UUID of version 8 that holds the vector's number, so that writing it twice
 * changes nothing and what is found needs no text.
 */
export function pointId(outsideId: string, vectorSeq: number): string {
  const marks = marksOf(outsideId);
  const seq = vectorSeq.toString(16).padStart(12, '0');
  return `${marks.slice(0, 8)}-${marks.slice(8, 12)}-8${marks.slice(12, 15)}-a${marks.slice(15, 18)}-${seq}`;
}

/** The number of a vector by its id; undefined for what somebody else has stored there. */
export function vectorSeqOf(outsideId: string, id: string): number | undefined {
  const match = digits.exec(id.toLowerCase());
  if (!match) return undefined;
  const [, ...parts] = match;
  const seq = parts.pop() ?? '';
  return parts.join('') === marksOf(outsideId) ? Number.parseInt(seq, 16) : undefined;
}
