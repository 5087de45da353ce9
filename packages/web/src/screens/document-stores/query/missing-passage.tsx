import { useMutation, useQuery } from '@tanstack/react-query';
import { type ChunkExplanation, explainStoreChunk } from '@tendril/contract/api/document-store-search';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../../kit/api/call.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { chunksQuery } from '../chunks/chunks.queries.ts';
import { markText } from '../mark-words.ts';
import { MarkedText } from '../marked-text.tsx';
import { AddAsTest } from './add-as-test.tsx';
import type { QueryBody } from './query-draft.ts';
import styles from './query-screen.module.css';

const shownChunks = 5;
const shownLength = 300;

/** Finds a chunk by its text, and says why a question did not find it. */
export function MissingPassage({ asked }: { asked: QueryBody }) {
  const t = useTexts(knowledgeWorkTexts);
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const place = { storeId: asked.storeId, fileId: 'all', pageNo: 1, search };
  const { data, error } = useQuery({ ...chunksQuery(place), enabled: search !== '' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSearch(text.trim());
  };
  const chunks = search === '' ? undefined : data?.chunks.slice(0, shownChunks);
  return (
    <details className={styles['misses']}>
      <summary>{t('passageAsk')}</summary>
      <p>{t('passageHelp')}</p>
      <form className={styles['passage']} onSubmit={submit}>
        <TextField
          label={t('passageSearch')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" icon={<Search size={16} />}>
          {t('passageFind')}
        </Button>
      </form>
      {error && <p role="alert">{toMessage(error)}</p>}
      {chunks?.length === 0 && <p role="status">{t('passageNone')}</p>}
      <ol className={styles['list']}>
        {chunks?.map(({ id, pageContent }) => (
          <li key={id}>
            <Explained asked={asked} chunkId={id} text={pageContent} search={search} />
          </li>
        ))}
      </ol>
    </details>
  );
}

interface ExplainedProps {
  asked: QueryBody;
  chunkId: string;
  text: string;
  search: string;
}

function Explained({ asked, chunkId, text, search }: ExplainedProps) {
  const t = useTexts(knowledgeWorkTexts);
  const explain = useMutation({
    mutationFn: () => call(explainStoreChunk, { body: { ...asked, chunkId } }),
  });
  return (
    <article className={styles['card']} data-miss>
      <p className={styles['text']}>
        <MarkedText parts={markText(text.slice(0, shownLength), search)} />
      </p>
      {!explain.data && (
        <Button size="small" isBusy={explain.isPending} onClick={() => explain.mutate()}>
          {t('passageWhy')}
        </Button>
      )}
      {explain.error && <p role="alert">{`${t('passageFailed')}: ${toMessage(explain.error)}`}</p>}
      {explain.data && <Reason found={explain.data} />}
      {explain.data && (
        <AddAsTest storeId={asked.storeId} question={asked.query} chunkId={chunkId} origin="explain" />
      )}
    </article>
  );
}

const reasonTexts = {
  'not-embedded': 'reasonNotEmbedded',
  hidden: 'reasonHidden',
  filter: 'reasonFilter',
  rank: 'reasonRank',
  limit: 'reasonLimit',
  rerank: 'reasonRerank',
  diversity: 'reasonDiversity',
  parent: 'reasonParent',
  floor: 'reasonFloor',
} as const;

function Reason({ found }: { found: ChunkExplanation }) {
  const t = useTexts(knowledgeWorkTexts);
  const { reason, place, topK, depth, score, step, rerank, sharedWords, missingWords } = found;
  const facts = { place: place ?? 0, topK, depth, score: (score ?? 0).toFixed(3) };
  const isDropped = reason === 'rerank' && step?.place === null;
  const text = reason === null ? 'reasonFound' : isDropped ? 'reasonRerankOut' : reasonTexts[reason];
  return (
    <div role="status">
      <p className={styles['reason']}>{t(text, { ...facts, next: step?.place ?? 0 })}</p>
      {step?.score != null && (
        <p>{t(reason === 'rerank' ? 'rerankScore' : 'diverseScore', { score: step.score.toFixed(3) })}</p>
      )}
      {step?.likeness != null && <p>{t('likeness', { score: step.likeness.toFixed(3) })}</p>}
      {(rerank === 'late' || rerank === 'failed') && <p>{t(`explainedRerank_${rerank}`)}</p>}
      {score !== null && <p>{t('score', { score: facts.score })}</p>}
      {sharedWords.length > 0 && <p>{t('sharedWords', { words: sharedWords.join(', ') })}</p>}
      {missingWords.length > 0 && <p>{t('missingWords', { words: missingWords.join(', ') })}</p>}
    </div>
  );
}
