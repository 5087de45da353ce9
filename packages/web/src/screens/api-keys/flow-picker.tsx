import { useId, useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { useDebounced } from '../../kit/lib/use-debounced.ts';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { useFlowChoices } from './api-keys.queries.ts';
import styles from './create-key.module.css';

const restMs = 200;

export interface ChosenFlow {
  id: string;
  name: string;
}

export interface FlowPickerProps {
  chosen: readonly ChosenFlow[];
  onChange: (chosen: ChosenFlow[]) => void;
  error?: string | undefined;
}

/** The flows of a key: those that are chosen stay on top, whatever is searched for. */
export function FlowPicker({ chosen, onChange, error }: FlowPickerProps) {
  const t = useTexts(apiKeysTexts);
  const noteId = useId();
  const [search, setSearch] = useState('');
  const flows = useFlowChoices(useDebounced(search.trim(), restMs));
  const isChosen = (id: string) => chosen.some((flow) => flow.id === id);
  const others = (flows.data ?? []).filter(({ id }) => !isChosen(id));
  const toggle = (flow: ChosenFlow) =>
    onChange(isChosen(flow.id) ? chosen.filter(({ id }) => id !== flow.id) : [...chosen, flow]);
  const nothing = search.trim() === '' ? t('noFlows') : t('noFlowMatch');
  const note = flows.isError ? t('flowsFailed', { reason: toMessage(flows.error) }) : error;
  return (
    <div className={styles['picker']}>
      <SearchField label={t('searchFlows')} value={search} onChange={setSearch} />
      <fieldset className={styles['flows']} aria-describedby={note ? noteId : undefined}>
        <legend className="visually-hidden">{t('chosenFlows')}</legend>
        {[...chosen, ...others].map((flow) => (
          <label key={flow.id}>
            <input type="checkbox" checked={isChosen(flow.id)} onChange={() => toggle(flow)} />
            <span>{flow.name}</span>
          </label>
        ))}
        {flows.data && chosen.length + others.length === 0 && <p>{nothing}</p>}
      </fieldset>
      {note && (
        <p id={noteId} className={styles['error']} role="alert">
          {note}
        </p>
      )}
    </div>
  );
}
