import { useQuery } from '@tanstack/react-query';
import { readProfile, type StoredUser } from '@tendril/contract/api/auths';
import type { ProviderOutcome } from '@tendril/contract/api/sign-in-providers';
import { useEffect } from 'react';
import { ErrorLine } from '../../features/account/error-line.tsx';
import { call } from '../../kit/api/call.ts';
import { loginTexts } from '../../kit/texts/en/login.ts';
import { useTexts } from '../../kit/texts/texts.ts';

const words = {
  expired: 'outcomeExpired',
  refused: 'outcomeRefused',
  unverified: 'outcomeUnverified',
  domain: 'outcomeDomain',
  unknown: 'outcomeUnknown',
  present: 'outcomePresent',
} as const satisfies Partial<Record<ProviderOutcome, string>>;

interface ProviderReturnProps {
  outcome: string;
  onDone: (answer: { data: StoredUser }) => unknown;
}

/** What the return from a provider has brought: the session of the person, or why there is none. */
export function ProviderReturn({ outcome, onDone }: ProviderReturnProps) {
  const t = useTexts(loginTexts);
  const isDone = outcome === 'done';
  // The session is there already: the page learns whose it is.
  const profile = useQuery({
    queryKey: ['provider-return'],
    queryFn: ({ signal }) => call(readProfile, { signal }),
    enabled: isDone,
    retry: false,
    gcTime: 0,
  });
  const user = profile.data;
  useEffect(() => {
    if (user) void onDone({ data: { name: user.name, email: user.email } });
  }, [user, onDone]);
  if (isDone && !profile.isError) return <p role="status">{t('returning')}</p>;
  const word = Object.hasOwn(words, outcome) ? words[outcome as keyof typeof words] : 'outcomeFailed';
  return <ErrorLine message={t(word)} />;
}
