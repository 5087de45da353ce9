import { useId } from 'react';
import { SelectField } from '../../kit/params/select-field.tsx';
import { assistantTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './assistant-editor.module.css';
import { FormSection } from './form-section.tsx';
import type { AssistantForm } from './use-assistant-form.ts';

const whole = 'bufferMemory';
const lastTurns = 'bufferWindowMemory';
const usualTurns = 4;

/** How much of a conversation the assistant remembers. */
export function MemorySection({ form }: { form: AssistantForm }) {
  const t = useTexts(assistantTexts);
  const fieldId = useId();
  const memory = form.details.memory ?? { name: whole };
  const turns = Number(memory.inputs?.['k'] ?? usualTurns);
  const put = (name: string, k: number) =>
    form.change({ memory: name === whole ? undefined : { name, label: t('memoryWindow'), inputs: { k } } });
  return (
    <FormSection title={t('memory')} help={t('memoryHelp')}>
      <div className={styles['field']}>
        <SelectField
          id={fieldId}
          label={t('memory')}
          value={memory.name}
          options={[
            { name: whole, label: t('memoryAll') },
            { name: lastTurns, label: t('memoryWindow') },
          ]}
          emptyLabel={t('choose')}
          canBeEmpty={false}
          onChange={(name) => put(name, usualTurns)}
        />
      </div>
      {memory.name === lastTurns && (
        <TextField
          label={t('memorySize')}
          hint={t('memorySizeHelp')}
          type="number"
          min={1}
          max={200}
          step={1}
          value={turns}
          onChange={(event) => put(lastTurns, clampTurns(event.target.valueAsNumber))}
        />
      )}
    </FormSection>
  );
}

function clampTurns(given: number): number {
  return Number.isFinite(given) ? Math.min(200, Math.max(1, Math.round(given))) : 1;
}
