import type { LimitName, LimitState } from '@tendril/contract/api/workspace-limits';
import { useState } from 'react';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { LimitRow } from './limit-row.tsx';
import { readLimit, shownLimit } from './limit-values.ts';
import styles from './limits.module.css';
import { useChangeLimits } from './limits.queries.ts';

const groups = {
  runLimits: [
    'workspaceRuns',
    'workspaceRunsPerMinute',
    'workspaceTokensPerDay',
    'workspaceUsdPerMonth',
    'workspaceEventsMb',
  ],
  visitorLimits: ['visitorAnswersPerMinute', 'visitorFilesMb'],
  fileLimits: ['flowChatFilesMb', 'workspaceFilesMb'],
  knowledgeLimits: [
    'workspaceWaitingJobs',
    'workspaceChunks',
    'workspaceKnowledgeMb',
    'workspaceKnowledgeTokensPerDay',
  ],
  callLimits: [
    'workspaceCalls',
    'agentCalls',
    'addressCalls',
    'workspaceSimulations',
    'textCallIdleMs',
    'textCallMaxMs',
  ],
} as const satisfies Record<string, readonly LimitName[]>;

type Typed = Partial<Record<LimitName, string>>;

const storedText = (state: LimitState) => (state.own === null ? '' : String(shownLimit(state, state.own)));

interface LimitsFormProps {
  states: readonly LimitState[];
  mayChange: boolean;
}

/** Every limit with its use; those that were typed into are saved together. */
export function LimitsForm({ states, mayChange }: LimitsFormProps) {
  const t = useTexts(workspaceTexts);
  const change = useChangeLimits();
  const [typed, setTyped] = useState<Typed>({});
  const [isTried, setTried] = useState(false);
  const changed = states.filter((state) => (typed[state.name] ?? storedText(state)) !== storedText(state));
  const save = () => {
    setTried(true);
    const read = changed.map((state) => [state.name, readLimit(state, typed[state.name] ?? '')] as const);
    const wrong = read.find(([, value]) => typeof value === 'string');
    if (wrong) return void document.getElementById(`limit-${wrong[0]}`)?.focus();
    if (change.isPending || changed.length === 0) return;
    change.mutate(Object.fromEntries(read), {
      onSuccess() {
        setTyped({});
        setTried(false);
        notify(t('limitsSaved'), 'success');
      },
      onError: notifyError,
    });
  };
  return (
    <form
      className={styles['form']}
      noValidate
      aria-labelledby="workspace-limits"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {Object.entries(groups).map(([group, names]) => (
        <fieldset key={group} className={styles['group']}>
          <legend>{t(group as keyof typeof groups)}</legend>
          {names.flatMap((name) => {
            const state = states.find((one) => one.name === name);
            if (!state) return [];
            return (
              <LimitRow
                key={name}
                state={state}
                typed={typed[name] ?? storedText(state)}
                isTried={isTried}
                mayChange={mayChange}
                onType={(text) => setTyped((present) => ({ ...present, [name]: text }))}
              />
            );
          })}
        </fieldset>
      ))}
      {mayChange && (
        <div className={styles['end']}>
          <Button type="submit" look="primary" isBusy={change.isPending} disabled={changed.length === 0}>
            {t('saveLimits')}
          </Button>
        </div>
      )}
    </form>
  );
}
