import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnFactors } from '@tendril/contract/api/second-factors';
import { linkProvider } from '@tendril/contract/api/sign-in-providers';
import { Link2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { secondFactorTexts } from '../../kit/texts/en/second-factors.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { factorsQuery } from './factors.queries.ts';
import { useUnlinkProvider } from './passkeys.queries.ts';
import { visitProvider } from './visit-provider.ts';

type Identity = OwnFactors['identities'][number];

/** The person's accounts at providers, where there are providers. */
export function IdentitySection({ classes }: { classes: Readonly<Record<string, string | undefined>> }) {
  const t = useTexts(secondFactorTexts);
  const factors = useQuery(factorsQuery);
  const connect = useConnect();
  const disconnect = useDisconnect();
  const { identities = [], providers = [] } = factors.data ?? {};
  if (identities.length === 0 && providers.length === 0) return null;
  return (
    <section className={classes['section']} aria-labelledby="own-identities">
      <div className={classes['sectionHead']}>
        <div>
          <h3 id="own-identities">{t('identities')}</h3>
          <p>{t('identitiesHelp')}</p>
        </div>
        {providers.map(({ id, name }) => (
          <Button key={id} size="small" onClick={() => void connect(id)}>
            {t('connect', { name })}
          </Button>
        ))}
      </div>
      <ul className={classes['rows']}>
        {identities.map((identity) => (
          <li key={identity.id}>
            <Link2 size={20} />
            <div className={classes['words']}>
              <strong>{identity.providerName}</strong>
              <span>
                {t(identity.email ? 'identityUsed' : 'identityUsedPlain', {
                  email: identity.email,
                  added: relativeTime(identity.createdAt),
                })}
              </span>
            </div>
            <Button
              size="small"
              aria-label={t('disconnectFrom', { name: identity.providerName })}
              onClick={() => void disconnect(identity)}
            >
              {t('disconnect')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useConnect() {
  const t = useTexts(secondFactorTexts);
  const client = useQueryClient();
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);
  return async (id: string) => {
    waiting.current?.abort();
    const controller = new AbortController();
    waiting.current = controller;
    try {
      const outcome = await visitProvider(linkProvider, id, controller.signal);
      if (outcome === 'closed') return;
      if (outcome === 'linked') notify(t('connected'), 'success');
      else notify(t(problems[outcome] ?? 'outcomeFailed'), 'error');
    } catch (error) {
      notifyError(error);
    }
    await client.invalidateQueries(factorsQuery);
  };
}

const problems: Readonly<
  Record<string, 'windowBlocked' | 'outcomeTaken' | 'outcomeDomain' | 'outcomeUnverified'>
> = {
  blocked: 'windowBlocked',
  taken: 'outcomeTaken',
  domain: 'outcomeDomain',
  unverified: 'outcomeUnverified',
};

function useDisconnect() {
  const t = useTexts(secondFactorTexts);
  const unlink = useUnlinkProvider();
  return async ({ id, providerName: name }: Identity) => {
    const isSure = await confirm({
      title: t('disconnectTitle', { name }),
      description: t('disconnectQuestion', { name }),
      confirmText: t('disconnect'),
      isDanger: true,
    });
    if (!isSure) return;
    unlink.mutate(id, { onSuccess: () => notify(t('disconnected'), 'success'), onError: notifyError });
  };
}
