import { analysisModels } from '@tendril/contract/voice/analysis-models';
import { postCallProblems } from '@tendril/contract/voice/post-call-problems';
import { RadioSegments } from '../../../features/voice-agent/radio-segments.tsx';
import { useKeptFocus } from '../../../kit/lib/use-kept-focus.ts';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import styles from './after-call.module.css';
import { PostCallRow } from './post-call-row.tsx';
import { SaveFault } from './save-fault.tsx';
import { SettingsGate } from './settings-gate.tsx';
import type { PostCallEditing } from './use-post-call-fields.ts';
import { useSetting } from './use-setting.ts';

/** What is drawn from ended calls, and which model reads them. */
export function PostCallPanel({ agentId, editing }: { agentId: string; editing: PostCallEditing }) {
  const t = useTexts(voiceAfterCallTexts);
  const { fields, removed } = editing;
  const problems = postCallProblems(fields);
  const list = useKeptFocus<HTMLDivElement>(fields.length);
  return (
    <SettingsGate agentId={agentId}>
      <div ref={list} tabIndex={-1}>
        {fields.length === 0 && <p className={styles['quiet']}>{t('postCallHint')}</p>}
        {fields.length > 0 && (
          <ul aria-label={t('fields')}>
            {fields.map((field, place) => (
              <PostCallRow
                key={field.id}
                field={field}
                place={place}
                problems={problems.get(field.id) ?? []}
                editing={editing}
              />
            ))}
          </ul>
        )}
      </div>
      {removed && (
        <p role="status" className={styles['removed']}>
          <span>{t('fieldDeleted', { name: removed.field.name.trim() || t('unnamed') })}</span>
          <Button size="small" look="quiet" onClick={editing.undo}>
            {t('undo')}
          </Button>
        </p>
      )}
      <SaveFault setting={editing.setting} />
      <ModelChoice agentId={agentId} />
    </SettingsGate>
  );
}

/** The model that analyses calls. */
function ModelChoice({ agentId }: { agentId: string }) {
  const t = useTexts(voiceAfterCallTexts);
  const model = useSetting(agentId, 'postCallModel');
  return (
    <div className={styles['choice']}>
      <span className={styles['label']}>{t('analysisModel')}</span>
      <RadioSegments
        label={t('analysisModel')}
        options={analysisModels.map(({ id, label }) => ({ value: id, label }))}
        value={model.value ?? analysisModels[0].id}
        onChange={(value) => model.change(value)}
      />
      <small>{t('modelHint')}</small>
      <SaveFault setting={model} />
    </div>
  );
}
