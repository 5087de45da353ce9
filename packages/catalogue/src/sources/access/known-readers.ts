import type { SourceEntry } from '@tendril/contract/provider/document-source';

/** So many people of one group are named one by one; a larger one is named by its id alone. */
export const mostMembers = 500;

const address = /^[^\s@]+@[^\s@]+$/;

/** Who may read something, as tokens of access lists, and who else may whom nobody here is known as. */
export class KnownReaders {
  readonly tokens = new Set<string>();
  readonly unmapped = new Set<string>();

  /** A person by their address; without one, they are nobody here. */
  addPerson(email: string | null | undefined): void {
    const given = email?.trim().toLowerCase() ?? '';
    if (address.test(given)) this.tokens.add(`user:${given}`);
    else this.unmapped.add('people whose addresses are not shown');
  }

  /** A group by what a sign-in may name it: an id or an address, never a name, which anybody may give to a group. */
  addGroup(...ids: readonly (string | null | undefined)[]): void {
    for (const id of ids) if (id) this.tokens.add(`group:${id}`);
  }

  addUnknown(inWords: string): void {
    this.unmapped.add(inWords);
  }

  add({ tokens, unmapped }: KnownReaders): void {
    for (const token of tokens) this.tokens.add(token);
    for (const words of unmapped) this.unmapped.add(words);
  }

  /** Who is among these and among the others; what cannot be known is nobody. */
  and(others: KnownReaders): KnownReaders {
    const both = new KnownReaders();
    // What all may read is narrowed to those who are named.
    const [own, other] = [this.tokens.has('public'), others.tokens.has('public')];
    for (const token of this.tokens) if (other || others.tokens.has(token)) both.tokens.add(token);
    for (const token of others.tokens) if (own) both.tokens.add(token);
    if (!(own && other)) both.tokens.delete('public');
    for (const words of [...this.unmapped, ...others.unmapped]) both.unmapped.add(words);
    return both;
  }

  toEntry(): Required<Pick<SourceEntry, 'acl' | 'unmapped'>> {
    return { acl: [...this.tokens].sort(), unmapped: [...this.unmapped].sort() };
  }
}

/** Of a group that is too large, or not shown: a part of it would look like the whole. */
export function unnamedMembers(): KnownReaders {
  const readers = new KnownReaders();
  readers.addUnknown('groups whose members are not named');
  return readers;
}
