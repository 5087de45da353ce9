import type { DocumentStore } from '@tendril/contract/api/document-stores';
import { CircleAlert, CircleCheck, CircleDashed, CircleDot, LoaderCircle, RotateCw } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { countSuffix } from '../../../kit/lib/count-suffix.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { StatusChip, type StatusTone } from '../../../kit/ui/status-chip.tsx';
import { chunksPath, queryPath, vectorPath } from '../store-paths.ts';
import { type StepId, type StepState, storeSteps } from '../store-steps.ts';
import styles from './step-line.module.css';
import { useStoreWork } from './use-store-work.ts';

const tones: Record<StepState, StatusTone> = {
  waiting: 'quiet',
  todo: 'info',
  working: 'info',
  stale: 'warning',
  failed: 'error',
  done: 'success',
};
const icons: Record<StepState, ComponentType<{ size?: number; strokeWidth?: number }>> = {
  waiting: CircleDashed,
  todo: CircleDot,
  working: LoaderCircle,
  stale: RotateCw,
  failed: CircleAlert,
  done: CircleCheck,
};
const titles = {
  sources: 'stepSources',
  chunks: 'stepChunks',
  embed: 'stepEmbed',
  search: 'stepSearch',
} as const;

/** The progress of a knowledge base in four steps, one of which has the next action. */
export function StepLine({ store, onAdd }: { store: DocumentStore; onAdd: () => void }) {
  const t = useTexts(knowledgeTexts);
  const { states, next } = storeSteps(store);
  const facts = useStepFacts(store, states);
  const acts = useStepActs(store, states, onAdd);
  return (
    <section aria-label={t('steps')} className={styles['box']}>
      <ol className={styles['line']}>
        {(['sources', 'chunks', 'embed', 'search'] as const).map((id, index) => (
          <li
            key={id}
            className={styles['step']}
            data-state={states[id]}
            data-next={next === id || undefined}
          >
            <div className={styles['head']}>
              <span className={styles['number']} aria-hidden="true">
                {index + 1}
              </span>
              <h2>{t(titles[id])}</h2>
              <StepChip id={id} state={states[id]} />
            </div>
            <p>{facts[id]}</p>
            <div className={styles['act']}>{acts(id, next === id)}</div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepChip({ id, state }: { id: StepId; state: StepState }) {
  const t = useTexts(knowledgeTexts);
  const words: Record<StepState, string> = {
    waiting: t('stepWaiting'),
    todo: t('stepTodo'),
    working: t(id === 'embed' ? 'statusUPSERTING' : 'statusSYNCING'),
    stale: t('statusSTALE'),
    failed: t('statusFailed'),
    done: {
      sources: t('stepDone'),
      chunks: t('statusSYNC'),
      embed: t('statusUPSERTED'),
      search: t('stepReady'),
    }[id],
  };
  return <StatusChip tone={tones[state]} Icon={icons[state]} label={words[state]} />;
}

function useStepFacts(store: DocumentStore, states: Record<StepId, StepState>): Record<StepId, string> {
  const t = useTexts(knowledgeTexts);
  const { loaders, totalChunks, totalChars } = store;
  const working = loaders.filter(({ status }) => status === 'SYNCING').length;
  const embedded = loaders.filter(({ vectorStatus }) => vectorStatus === 'UPSERTED').length;
  const counts = { chunks: countSuffix(totalChunks), characters: countSuffix(totalChars) };
  return {
    sources: loaders.length === 0 ? t('sourcesNone') : t('sourcesFact', { count: loaders.length }),
    chunks:
      states.chunks === 'working'
        ? t('processing', { count: working })
        : t(totalChunks === 0 ? 'chunksNone' : 'chunksFact', counts),
    embed:
      states.embed === 'working'
        ? t('embedding')
        : t(states.embed === 'waiting' ? 'embedNone' : 'embedFact', {
            done: embedded,
            total: loaders.length,
          }),
    search: states.search === 'done' ? t(foundBy(store)) : t('searchNone'),
  };
}

/** What can be asked, and by what it is compared where that is decided here. */
const foundBy = ({ comparedBy }: DocumentStore) =>
  comparedBy === null ? ('searchFact' as const) : (`compared_${comparedBy}` as const);

/** The buttons of a step: the next one's is green, the others lead to what is there. */
function useStepActs(store: DocumentStore, states: Record<StepId, StepState>, onAdd: () => void) {
  const t = useTexts(knowledgeTexts);
  const navigate = useNavigate();
  const work = useStoreWork(store);
  const button = (label: string, onClick: () => void, isMain: boolean): ReactNode => (
    <Button size="small" look={isMain ? 'primary' : 'plain'} isBusy={isMain && work.isBusy} onClick={onClick}>
      {label}
    </Button>
  );
  return (id: StepId, isNext: boolean): ReactNode => {
    const isRetry = states[id] === 'failed';
    // A single source to add stands in the page's head already.
    if (id === 'sources') return button(t('addSource'), onAdd, false);
    if (id === 'chunks') {
      if (isNext) return button(t(isRetry ? 'actRetry' : 'actProcess'), work.processOpen, true);
      return store.totalChunks > 0 && button(t('actChunks'), () => navigate(chunksPath(store.id)), false);
    }
    if (id === 'embed') {
      if (isNext) return button(t(isRetry ? 'actRetry' : 'actEmbed'), () => work.upsert(), true);
      return button(t('actEmbedSettings'), () => navigate(vectorPath(store.id)), false);
    }
    return states.search === 'done' && button(t('actAsk'), () => navigate(queryPath(store.id)), isNext);
  };
}
