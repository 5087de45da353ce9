import { useQuery } from '@tanstack/react-query';
import { listCallReplays } from '@tendril/contract/api/call-replays';
import type { Call } from '@tendril/contract/api/calls';
import { Link } from 'react-router';
import { call as ask } from '../../kit/api/call.ts';
import { momentText } from '../../kit/lib/moment-text.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './calls.module.css';
import { batchVerdict, versionText } from './replay-words.ts';

/** The replays that a call was part of. */
export function CallReplayList({ call: { id } }: { call: Call }) {
  const t = useTexts(callsTexts);
  const { data } = useQuery({
    queryKey: ['call-replays', 'of', id],
    queryFn: async ({ signal }) => (await ask(listCallReplays, { query: { callId: id }, signal })).data,
    retry: false,
  });
  if (!data || data.length === 0) return null;
  return (
    <section className={styles['fact']}>
      <h2>{t('replays')}</h2>
      <ul>
        {data.map((batch) => (
          <li key={batch.id}>
            <span>
              <Link to={`/calls/replays/${batch.id}`}>{versionText(batch)}</Link>
              <small>{momentText(batch.startedAt)}</small>
            </span>
            <span>{batchVerdict(batch)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
