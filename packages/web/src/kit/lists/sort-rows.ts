/** Rows in the order of what `read` gives for each; equal ones stay as they are. */
export function sortRows<T>(
  rows: readonly T[],
  read: (row: T) => string | number,
  isDescending: boolean,
): T[] {
  const compare = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [one, other] = [read(left), read(right)];
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : compare(String(one), String(other));
    return sign * order;
  });
}
