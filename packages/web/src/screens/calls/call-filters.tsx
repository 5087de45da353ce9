import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import type { CallFilter } from './use-call-filter.ts';

/** Kind, status and result of calls. */
export function CallFilters({
  filter,
  onChange,
}: {
  filter: CallFilter;
  onChange: (changes: Partial<CallFilter>) => void;
}) {
  const t = useTexts(callsTexts);
  return (
    <>
      <SelectMenu<CallFilter['kind']>
        label={t('kind')}
        options={[
          { value: '', label: t('kindServed') },
          { value: 'web', label: t('kind_web') },
          { value: 'phone', label: t('kind_phone') },
          { value: 'test', label: t('kind_test') },
          { value: 'simulation', label: t('kind_simulation') },
        ]}
        value={filter.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <SelectMenu<CallFilter['status']>
        label={t('state')}
        options={[
          { value: '', label: t('stateAny') },
          { value: 'ongoing', label: t('state_ongoing') },
          { value: 'ended', label: t('state_ended') },
          { value: 'error', label: t('state_error') },
          { value: 'not_connected', label: t('state_not_connected') },
        ]}
        value={filter.status}
        onChange={(status) => onChange({ status })}
      />
      <SelectMenu<CallFilter['result']>
        label={t('result')}
        options={[
          { value: '', label: t('resultAny') },
          { value: 'success', label: t('resultSuccess') },
          { value: 'failure', label: t('resultFailure') },
        ]}
        value={filter.result}
        onChange={(result) => onChange({ result })}
      />
    </>
  );
}
