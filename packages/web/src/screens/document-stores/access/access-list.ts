/** Who may read something; null: as what stands above it says. */
export type AccessList = readonly string[] | null;
export type Readers = 'inherited' | 'everyone' | 'workspace' | 'owners' | 'chosen';

/** The choice that a list is. */
export function readersOf(list: AccessList): Readers {
  if (list === null) return 'inherited';
  if (list.length === 0) return 'owners';
  const [only] = list;
  if (list.includes('public')) return 'everyone';
  return list.length === 1 && only === 'workspace' ? 'workspace' : 'chosen';
}

/** The list of a choice; of `chosen` the people and groups that it had. */
export function listOf(readers: Readers, before: AccessList): AccessList {
  if (readers === 'inherited') return null;
  if (readers === 'everyone') return ['public'];
  if (readers === 'workspace') return ['workspace'];
  return readers === 'owners' ? [] : namedIn(before);
}

/** The people and groups of a list. */
export function namedIn(list: AccessList): string[] {
  return (list ?? []).filter((token) => token.startsWith('user:') || token.startsWith('group:'));
}

/** What somebody wrote, as a list names it; undefined where it is neither an address nor a known group. */
export function toToken(written: string, groups: readonly string[]): string | undefined {
  const text = written.trim();
  const group = groups.find((token) => token === text || token === `group:${text}`);
  if (group) return group;
  if (/^group:\S/.test(text)) return text;
  return /^[^\s@]+@[^\s@]+$/.test(text) ? `user:${text.toLowerCase()}` : undefined;
}

/** A person's address, or a group's name. */
export const nameOfToken = (token: string) => token.slice(token.indexOf(':') + 1);
