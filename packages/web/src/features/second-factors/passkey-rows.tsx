import type { OwnPasskey } from '@tendril/contract/api/passkeys';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { secondFactorTexts } from '../../kit/texts/en/second-factors.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';
import { useRemovePasskey } from './passkeys.queries.ts';

interface PasskeyRowsProps {
  passkeys: readonly OwnPasskey[];
  /** The classes of the page that it is a part of. */
  classes: Readonly<Record<string, string | undefined>>;
}

/** The person's passkeys, each with what can be done with it. */
export function PasskeyRows({ passkeys, classes }: PasskeyRowsProps) {
  const t = useTexts(secondFactorTexts);
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<OwnPasskey>();
  const remove = useAskToRemove();
  return (
    <>
      <li>
        <Fingerprint size={20} />
        <div className={classes['words']}>
          <strong>{t('passkeys')}</strong>
          <span>{t('passkeysHelp')}</span>
        </div>
        <Button size="small" onClick={() => setAdding(true)}>
          {t('addPasskey')}
        </Button>
      </li>
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <Fingerprint size={20} />
          <div className={classes['words']}>
            <strong>{passkey.name}</strong>
            <PasskeyUse passkey={passkey} />
          </div>
          <Button
            size="small"
            aria-label={t('renamePasskey', { name: passkey.name })}
            onClick={() => setRenamed(passkey)}
          >
            {t('rename')}
          </Button>
          <Button
            size="small"
            aria-label={t('removePasskey', { name: passkey.name })}
            onClick={() => void remove(passkey)}
          >
            {t('remove')}
          </Button>
        </li>
      ))}
      {isAdding && <PasskeyDialog onClose={() => setAdding(false)} />}
      {renamed && <PasskeyNameDialog passkey={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  );
}

function PasskeyUse({ passkey: { createdAt, lastUsedAt } }: { passkey: OwnPasskey }) {
  const t = useTexts(secondFactorTexts);
  const added = relativeTime(createdAt);
  return (
    <span>
      {lastUsedAt === null
        ? t('passkeyUnused', { added })
        : t('passkeyUsed', { added, used: relativeTime(lastUsedAt) })}
    </span>
  );
}

function useAskToRemove() {
  const t = useTexts(secondFactorTexts);
  const remove = useRemovePasskey();
  return async ({ id, name }: OwnPasskey) => {
    const isSure = await confirm({
      title: t('removePasskeyTitle', { name }),
      description: t('removePasskeyQuestion'),
      confirmText: t('remove'),
      isDanger: true,
    });
    if (!isSure) return;
    remove.mutate(id, { onSuccess: () => notify(t('passkeyRemoved'), 'success'), onError: notifyError });
  };
}
