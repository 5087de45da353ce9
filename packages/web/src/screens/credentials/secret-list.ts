import type { Credential } from '@tendril/contract/api/credentials';
import type { CredentialKind } from '../../kit/api/credentials.queries.ts';
import type { Sorting } from '../../kit/lists/sort-head.tsx';

/** A stored secret with its kind; none where this version does not know it. */
export interface Secret extends Credential {
  kind: CredentialKind | undefined;
}

type SecretShow = 'all' | 'failing' | 'unused';
export type SecretColumn = 'name' | 'type' | 'usedBy' | 'lastTest' | 'updated' | 'created';

export type SecretSort = Sorting<SecretColumn>;

export interface SecretFilter {
  search: string;
  show: SecretShow;
  /** Name of a kind; '' for all. */
  type: string;
}

/** The label of a secret's type. */
export const typeOf = (secret: Secret) => secret.kind?.label ?? secret.credentialName;

/** The last test failed, or the provider ended the sign-in. */
const isFailing = (secret: Secret) =>
  secret.connection === 'again' || (secret.connection !== 'none' && secret.lastTest?.isOk === false);

const shows: Record<SecretShow, (secret: Secret) => boolean> = {
  all: () => true,
  failing: isFailing,
  unused: (secret) => secret.usedBy.length === 0,
};

/** How many secrets each choice would show. */
export function countSecrets(secrets: readonly Secret[]): Record<SecretShow, number> {
  const count = (show: SecretShow) => secrets.filter(shows[show]).length;
  return { all: count('all'), failing: count('failing'), unused: count('unused') };
}

/** The secrets that fit: by a part of their name, kind or hint, by state and by kind. */
export function filterSecrets(
  secrets: readonly Secret[],
  { search, show, type }: SecretFilter,
): readonly Secret[] {
  const wanted = search.trim().toLowerCase();
  return secrets.filter(
    (secret) =>
      shows[show](secret) &&
      (type === '' || secret.credentialName === type) &&
      `${secret.name}\n${typeOf(secret)}\n${secret.hint}`.toLowerCase().includes(wanted),
  );
}

// Failed before untested before good: what needs attention comes first.
const testRank = (secret: Secret) => {
  if (isFailing(secret)) return 0;
  if (secret.connection === 'connected') return 2;
  return secret.lastTest ? 2 : 1;
};

const keys: Record<SecretColumn, (secret: Secret) => string | number> = {
  name: (secret) => secret.name,
  type: typeOf,
  usedBy: (secret) => secret.usedBy.length,
  lastTest: testRank,
  updated: (secret) => Date.parse(secret.updatedDate),
  created: (secret) => Date.parse(secret.createdDate),
};

/** The secrets in the order of a column; equal ones by name. */
export function sortSecrets(
  secrets: readonly Secret[],
  { column, isDescending }: SecretSort,
): readonly Secret[] {
  const compare = (one: Secret, other: Secret) => {
    const [left, right] = [keys[column](one), keys[column](other)];
    const order = typeof left === 'string' ? left.localeCompare(String(right), 'en') : left - Number(right);
    return (isDescending ? -order : order) || one.name.localeCompare(other.name, 'en');
  };
  return secrets.toSorted(compare);
}
