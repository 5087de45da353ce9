import { readMissingDetails } from '@tendril/contract/voice/missing-secret';
import { CircleAlert, Play, Plus, Sparkles } from 'lucide-react';
import { RequestError } from '../../../kit/api/request-error.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { GuideButton } from '../../../kit/ui/guide-button.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import { useLlmSession } from '../llm/use-llm-session.ts';
import { KeyOffer } from '../test-panel/key-offer.tsx';
import styles from './simulation.module.css';
import { useSuggestSimulations } from './simulations.queries.ts';

const choicesOfTimes = ['1', '5', '10'] as const;
export type Times = (typeof choicesOfTimes)[number];

interface SimulationHeadProps {
  agentId: string;
  /** How often a case is run. */
  times: Times;
  onTimes: (times: Times) => void;
  onNew: () => void;
  /** Absent while there is nothing to run. */
  onRunAll: (() => void) | undefined;
}

/** What can be done with all cases: write some, make one, run them, once or several times. */
export function SimulationHead({ agentId, times, onTimes, onNew, onRunAll }: SimulationHeadProps) {
  const t = useTexts(simulationTexts);
  const { flush } = useLlmSession();
  const suggest = useSuggestSimulations(agentId);
  const missing = missingOf(suggest.error);
  const write = async () => {
    // The cases are written from the draft as the server has it.
    await flush();
    suggest.mutate(undefined, {
      onSuccess: (count) => notify(t('suggested', { count }), 'success'),
      onError: (error) => missingOf(error) || notifyError(error),
    });
  };
  return (
    <>
      <header className={styles['head']}>
        <div>
          <div className={styles['title']}>
            <h2>{t('title')}</h2>
            <GuideButton of="simulations" />
          </div>
          <p>{t('help')}</p>
        </div>
        <Button icon={<Sparkles size={18} />} isBusy={suggest.isPending} onClick={() => void write()}>
          {t('suggest')}
        </Button>
        <Button icon={<Plus size={18} />} onClick={onNew}>
          {t('newCase')}
        </Button>
        {onRunAll && (
          <Button icon={<Play size={18} />} onClick={onRunAll}>
            {t('runAll')}
          </Button>
        )}
        {onRunAll && (
          <Segmented<Times>
            label={t('timesLabel')}
            segments={choicesOfTimes.map((value) => ({
              value,
              label: t('times', { times: value }),
            }))}
            value={times}
            onChange={onTimes}
          />
        )}
      </header>
      {missing && (
        <div className={styles['refusal']}>
          <p role="alert">
            <CircleAlert size={16} aria-hidden /> {suggest.error?.message}
          </p>
          <KeyOffer missing={missing} onReady={() => void write()} />
        </div>
      )}
    </>
  );
}

function missingOf(error: Error | null) {
  return error instanceof RequestError ? readMissingDetails(error.details) : undefined;
}
