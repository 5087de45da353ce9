import { useQuery } from '@tanstack/react-query';
import type { Measurement } from '@tendril/contract/api/knowledge-measures';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { componentsQuery } from '../stores.queries.ts';

const modeTexts = { hybrid: 'byBoth', vectors: 'byMeaning', words: 'byWords' } as const;

/** A configuration in a line: "Both · top 4 · Cohere". */
export function useConfigurationText(): (configuration: Measurement['configuration']) => string {
  const t = useTexts(knowledgeMeasureTexts);
  const { data: rerankers = [] } = useQuery(componentsQuery('rerankers'));
  return ({ mode = 'hybrid', wordWeight, topK = 4, minScore, diversity, reranker }) =>
    [
      t(modeTexts[mode]),
      wordWeight === undefined || mode !== 'hybrid' ? '' : t('weighted', { value: wordWeight }),
      t('top', { count: topK }),
      minScore === null || minScore === undefined ? '' : t('floor', { value: minScore }),
      diversity ? t('diverse', { value: diversity }) : '',
      reranker ? (rerankers.find(({ name }) => name === reranker.name)?.label ?? reranker.name) : '',
    ]
      .filter(Boolean)
      .join(' · ');
}

/** What a measurement is called: by its name, what was tried, or how it searched. */
export function useRunName(): (run: Measurement) => string {
  const t = useTexts(knowledgeMeasureTexts);
  const text = useConfigurationText();
  return (run) => {
    if (run.name) return run.name;
    if (run.trial) return t('asTheyAre');
    return text(run.configuration);
  };
}
