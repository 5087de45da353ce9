const maxCharacters = 64;

/** The name, or the first of `name_2`, `name_3` … that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate); number += 1) {
    const ending = `_${number}`;
    candidate = name.slice(0, maxCharacters - ending.length) + ending;
  }
  return candidate;
}
