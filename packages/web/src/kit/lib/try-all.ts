interface Tried<T> {
  /** With which it was done. */
  done: T[];
  /** Why the first of the others was refused. */
  refusal: unknown;
}

/** Does something with each of several things, whatever becomes of the others. */
export async function tryAll<T>(rows: readonly T[], act: (row: T) => Promise<unknown>): Promise<Tried<T>> {
  const results = await Promise.allSettled(rows.map(act));
  const refused = results.find((result) => result.status === 'rejected');
  return {
    done: rows.filter((_, index) => results[index]?.status === 'fulfilled'),
    refusal: refused?.reason,
  };
}
