import { useQuery } from '@tanstack/react-query';
import type { OwnFactors } from '@tendril/contract/api/second-factors';
import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { secondFactorTexts } from '../../kit/texts/en/second-factors.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { knowsPasskeys } from './ask-passkey.ts';
import { factorsQuery, useRemoveTotp, useRenewCodes } from './factors.queries.ts';
import { PasskeyRows } from './passkey-rows.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpDialog } from './totp-dialog.tsx';

interface FactorSectionProps {
  /** The classes of the page that it is a part of. */
  classes: Readonly<Record<string, string | undefined>>;
}

/** What the user proves their identity with beside the password. */
export function FactorSection({ classes }: FactorSectionProps) {
  const t = useTexts(secondFactorTexts);
  const factors = useQuery(factorsQuery);
  return (
    <section className={classes['section']} aria-labelledby="own-factors">
      <div className={classes['sectionHead']}>
        <div>
          <h3 id="own-factors">{t('title')}</h3>
          <p>{t('help')}</p>
        </div>
      </div>
      {factors.isPending && <SkeletonList count={1} />}
      {factors.isError && (
        <ErrorState title={t('loadFailed')} error={factors.error} onRetry={() => factors.refetch()} />
      )}
      {factors.data && <FactorRows factors={factors.data} classes={classes} />}
    </section>
  );
}

function FactorRows({ factors, classes }: FactorSectionProps & { factors: OwnFactors }) {
  const t = useTexts(secondFactorTexts);
  const [isSettingUp, setSettingUp] = useState(false);
  const { totpSince, recoveryCodesLeft, passkeys } = factors;
  const turnOff = useTurnOff();
  const renew = useRenewCodes();
  return (
    <>
      <ul className={classes['rows']}>
        <li>
          <Smartphone size={20} />
          <div className={classes['words']}>
            <strong>{t('app')}</strong>
            <span>{totpSince === null ? t('appOff') : t('appOn', { age: relativeTime(totpSince) })}</span>
          </div>
          {totpSince === null ? (
            <Button size="small" onClick={() => setSettingUp(true)}>
              {t('setUp')}
            </Button>
          ) : (
            <Button size="small" onClick={() => void turnOff()}>
              {t('turnOff')}
            </Button>
          )}
        </li>
        {knowsPasskeys() && <PasskeyRows passkeys={passkeys} classes={classes} />}
        {(totpSince !== null || passkeys.length > 0) && (
          <li>
            <KeyRound size={20} />
            <div className={classes['words']}>
              <strong>{t('recovery')}</strong>
              <span>{t('recoveryLeft', { count: recoveryCodesLeft })}</span>
            </div>
            <Button
              size="small"
              isBusy={renew.isPending}
              onClick={() => renew.mutate(undefined, { onError: notifyError })}
            >
              {t('newCodes')}
            </Button>
          </li>
        )}
      </ul>
      {isSettingUp && <TotpDialog onClose={() => setSettingUp(false)} />}
      {renew.data && <RecoveryCodes codes={renew.data.recoveryCodes} onClose={renew.reset} />}
    </>
  );
}

function useTurnOff() {
  const t = useTexts(secondFactorTexts);
  const remove = useRemoveTotp();
  return async () => {
    const isSure = await confirm({
      title: t('turnOffTitle'),
      description: t('turnOffQuestion'),
      confirmText: t('turnOff'),
      isDanger: true,
    });
    if (!isSure) return;
    remove.mutate(undefined, { onSuccess: () => notify(t('turnedOff'), 'success'), onError: notifyError });
  };
}
