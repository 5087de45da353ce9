const maxCharacters = 60;

/** Words of any text in snake case: "List all pets!" and "listAllPets" are `list_all_pets`. */
export function toSnakeCase(text: string, fallback: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase()
    .slice(0, maxCharacters)
    .replace(/(?<!_)_+$/, '');
  return words || fallback;
}

/** The closest valid identifier for use behind a `$` that is not taken yet. */
export function toIdentifier(text: string, taken: ReadonlySet<string>): string {
  const plain = text.replace(/[^A-Za-z0-9_]+/g, '_').slice(0, maxCharacters) || 'value';
  const stem = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
  const isReserved = (name: string) => taken.has(name) || name === 'vars' || name === 'flow';
  let name = stem;
  for (let number = 2; isReserved(name); number += 1) name = `${stem}_${number}`;
  return name;
}

/** The prefix for the names of a service's variables: `shop` of "Shop API", `api_127_0_0_1` of an address. */
export function toStem(text: string): string {
  const words = toSnakeCase(text, 'api')
    .slice(0, 40)
    .replace(/(?<!_)_+$/, '');
  return /^[a-z]/.test(words) ? words : `api_${words}`;
}
