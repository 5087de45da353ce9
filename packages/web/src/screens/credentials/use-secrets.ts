import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { credentialKindsQuery, credentialsQuery } from '../../kit/api/credentials.queries.ts';
import {
  countSecrets,
  filterSecrets,
  type Secret,
  type SecretFilter,
  type SecretSort,
  sortSecrets,
  typeOf,
} from './secret-list.ts';

const everything: SecretFilter = { search: '', show: 'all', type: '' };

/** The stored secrets with what the person set above and in the head of the list. */
export function useSecrets() {
  const stored = useQuery(credentialsQuery);
  const kinds = useQuery(credentialKindsQuery);
  const [filter, setFilter] = useState(everything);
  const [sort, setSort] = useState<SecretSort>({ column: 'updated', isDescending: true });

  const all = useMemo((): Secret[] | undefined => {
    if (!stored.data || !kinds.data) return undefined;
    const byName = new Map(kinds.data.map((kind) => [kind.name, kind]));
    return stored.data.map((secret) => ({ ...secret, kind: byName.get(secret.credentialName) }));
  }, [stored.data, kinds.data]);
  const types = new Map(all?.map((secret) => [secret.credentialName, typeOf(secret)]));

  return {
    all,
    error: all ? null : (stored.error ?? kinds.error),
    retry: () => {
      void stored.refetch();
      void kinds.refetch();
    },
    rows: sortSecrets(filterSecrets(all ?? [], filter), sort),
    counts: all && countSecrets(all),
    types: [...types].sort(([, one], [, other]) => one.localeCompare(other, 'en')),
    filter,
    change: (changes: Partial<SecretFilter>) => setFilter((before) => ({ ...before, ...changes })),
    clear: () => setFilter(everything),
    sort,
    setSort,
  };
}

export type Secrets = ReturnType<typeof useSecrets>;
