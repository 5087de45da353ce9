import type { StoreSearchAnswer } from '@tendril/contract/api/document-store-search';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './query-screen.module.css';

interface ChannelBarsProps {
  channels: StoreSearchAnswer['docs'][number]['channels'];
}

/** Places have no scores that could be compared: the bar only says how far up it is. */
const heightOf = (rank: number) => 1 / (1 + (rank - 1) / 5);

/** By which ways a chunk was found, and how far up in each. */
export function ChannelBars({ channels: { vector, words, rerank } }: ChannelBarsProps) {
  const t = useTexts(knowledgeWorkTexts);
  const bars = [
    vector && { name: 'meaning', label: t('meaningRank', { rank: vector.rank }), share: vector.score },
    words && { name: 'words', label: t('wordsRank', { rank: words.rank }), share: heightOf(words.rank) },
    rerank && { name: 'rerank', label: t('rerankRank', { rank: rerank.rank }), share: heightOf(rerank.rank) },
  ];
  return (
    <ul className={styles['channels']}>
      {bars.flatMap((bar) =>
        bar
          ? [
              <li key={bar.name}>
                <span className={styles['bar']} data-channel={bar.name} aria-hidden="true">
                  <i style={{ inlineSize: `${Math.min(1, Math.max(0, bar.share)) * 100}%` }} />
                </span>
                {bar.label}
              </li>,
            ]
          : [],
      )}
    </ul>
  );
}
