import { useQuery } from '@tanstack/react-query';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { useMemo, useState } from 'react';
import { useDebounced } from '../../../kit/lib/use-debounced.ts';
import { missingFields } from '../node-inputs.ts';
import { cutLengths, cutProblem, type LoaderDraft, toSettings } from './loader-draft.ts';
import { type PreviewBody, previewQuery } from './preview.queries.ts';

const restMs = 400;

/** How many chunks a preview shows, to choose from. */
export const previewCounts = ['20', '50', '100'] as const;

interface PreviewOf {
  storeId: string;
  template: NodeTemplate;
  splitter: NodeTemplate | undefined;
  draft: LoaderDraft;
}

/**
 * Follows the form with the chunks it would give. A page of the web is read only when asked for: its address is no
 * address while it is typed.
 */
export function usePreview({ storeId, template, splitter, draft }: PreviewOf) {
  const [count, setCount] = useState<(typeof previewCounts)[number]>('20');
  const isPage = template.inputs.some(({ name }) => name === 'url');
  const [asked, setAsked] = useState<LoaderDraft['config'] | null>(null);
  const config = isPage ? asked : draft.config;
  const missing = missingFields(template, draft.config);
  const isCutWrong = cutProblem(cutLengths(draft.splitterConfig, splitter)) !== undefined;
  const isReady = config !== null && missing.length === 0 && !isCutWrong;

  const { credential, splitterId, splitterConfig, reading } = draft;
  const body = useMemo((): PreviewBody | null => {
    if (!isReady || config === null) return null;
    const settings = toSettings(
      { name: '', config, credential, splitterId, splitterConfig, reading },
      template,
    );
    return { ...settings, storeId, preview: true, previewChunkCount: Number(count) };
  }, [isReady, config, credential, splitterId, splitterConfig, reading, template, storeId, count]);
  const settled = useDebounced(body, restMs);
  const query = useQuery(previewQuery(settled));
  return {
    query,
    count,
    setCount,
    missing,
    /** There is enough to show something. */
    isReady: isReady && settled !== null,
    isFollowing: body !== settled || query.isFetching,
    isPage,
    /** For web pages: whether the form has a different URL than the shown preview. */
    isOther: isPage && asked !== draft.config,
    load: () => setAsked(draft.config),
  };
}

export type Preview = ReturnType<typeof usePreview>;
