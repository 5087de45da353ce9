/** `{name}_{n}` with the smallest free n from 0. */
export function nextNodeId(name: string, taken: Iterable<string>): string {
  const ids = new Set(taken);
  let index = 0;
  while (ids.has(`${name}_${index}`)) index += 1;
  return `${name}_${index}`;
}
