import { useQuery } from '@tanstack/react-query';
import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import { useState } from 'react';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ChoiceField } from '../flow-settings/fields/choice-field.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { shareKeysQuery, useShareSettings } from './share-keys.queries.ts';

/** A key created while the dialog is open: the only time its secret is known. */
export interface FreshKey {
  id: string;
  secret: string;
}

interface KeyChoiceProps {
  flowId: string;
  settings: FlowSettings;
  onFreshKey: (key: FreshKey) => void;
}

const newKeyOption = 'new';

/** The key required to call the flow; changes are saved at once. */
export function KeyChoice({ flowId, settings, onFreshKey }: KeyChoiceProps) {
  const t = useTexts(shareTexts);
  const { data: keys = [] } = useQuery(shareKeysQuery);
  const save = useShareSettings(flowId);
  const [isMaking, setMaking] = useState(false);
  const bound = settings.apikeyid ?? '';
  const bind = (apikeyid: string | null, name: string) =>
    save.mutate(
      { apikeyid },
      {
        onSuccess: () => notify(apikeyid === null ? t('keyRemoved') : t('keySaved', { name }), 'success'),
        onError: notifyError,
      },
    );
  const isGone = bound !== '' && keys.length > 0 && !keys.some(({ id }) => id === bound);
  const choose = (id: string) => {
    if (id === newKeyOption) setMaking(true);
    else bind(id || null, keys.find((key) => key.id === id)?.keyName ?? '');
  };
  return (
    <>
      <ChoiceField
        label={t('key')}
        value={save.isPending ? (save.variables.apikeyid ?? '') : bound}
        emptyLabel={t('noKey')}
        options={[
          ...keys.map(({ id, keyName, hint }) => ({ name: id, label: `${keyName} (${hint})` })),
          ...(isGone ? [{ name: bound, label: t('keyGone') }] : []),
          { name: newKeyOption, label: t('newKey') },
        ]}
        onChange={choose}
      />
      {isMaking && (
        <NewKeyDialog
          onClose={() => setMaking(false)}
          onMade={({ id, keyName, apiKey }) => {
            onFreshKey({ id, secret: apiKey });
            bind(id, keyName);
          }}
        />
      )}
    </>
  );
}
