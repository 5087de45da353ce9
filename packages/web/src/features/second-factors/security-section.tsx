import { useQuery } from '@tanstack/react-query';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { secondFactorTexts } from '../../kit/texts/en/second-factors.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { SwitchField } from '../../kit/ui/switch.tsx';
import { securityQuery, useSaveSecurity } from './factors.queries.ts';

/** How everybody in the workspace has to prove their identity. */
export function SecuritySection({ classes }: { classes: Readonly<Record<string, string | undefined>> }) {
  const t = useTexts(secondFactorTexts);
  const security = useQuery(securityQuery);
  const save = useSaveSecurity();
  const shown = (save.isPending && save.variables) || security.data;
  const change = (changes: Partial<NonNullable<typeof shown>>) => {
    if (!shown || save.isPending) return;
    save.mutate(
      { ...shown, ...changes },
      { onSuccess: () => notify(t('securitySaved'), 'success'), onError: notifyError },
    );
  };
  return (
    <section className={classes['section']} aria-labelledby="workspace-security">
      <div className={classes['sectionHead']}>
        <div>
          <h3 id="workspace-security">{t('securityTitle')}</h3>
          <p>{t('securityHelp')}</p>
        </div>
      </div>
      {security.isPending && <SkeletonList count={1} />}
      {security.isError && (
        <ErrorState title={t('loadFailed')} error={security.error} onRetry={() => security.refetch()} />
      )}
      {shown && (
        <>
          <SwitchField
            label={t('requireFactor')}
            hint={t('requireFactorHelp')}
            isOn={shown.isSecondFactorRequired}
            onChange={(isSecondFactorRequired) => change({ isSecondFactorRequired })}
          />
          <SwitchField
            label={t('requireProof')}
            hint={t('requireProofHelp')}
            isOn={shown.isProofRequired}
            onChange={(isProofRequired) => change({ isProofRequired })}
          />
        </>
      )}
    </section>
  );
}
