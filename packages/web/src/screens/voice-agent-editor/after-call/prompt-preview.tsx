import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewPrompt } from '@tendril/contract/api/voice-agents';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/api/call.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { useDebounced } from '../../../kit/lib/use-debounced.ts';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './variables-dialog.module.css';

const typingMs = 300;

interface PromptPreviewProps {
  agentId: string;
  /** Undefined while the table cannot be used. */
  variables: Record<string, string> | undefined;
}

/** The prompt as a call would begin with it, by the values of the table. */
export function PromptPreview({ agentId, variables }: PromptPreviewProps) {
  const t = useTexts(voiceAfterCallTexts);
  const [isOpen, setOpen] = useState(false);
  const asked = useDebounced(JSON.stringify(variables ?? null), typingMs);
  const preview = useQuery({
    queryKey: ['voice-agent', agentId, 'prompt-preview', asked],
    queryFn: ({ signal }) =>
      call(previewPrompt, {
        params: { id: agentId },
        body: { variables: JSON.parse(asked) as Record<string, string> },
        signal,
      }),
    enabled: isOpen && asked !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data } = preview;
  return (
    <details className={styles['more']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('filledPrompt')}</summary>
      {preview.error ? (
        <p role="alert">{t('previewFailed', { reason: toMessage(preview.error) })}</p>
      ) : !data ? (
        <p role="status">{t('loading')}</p>
      ) : (
        <>
          {data.missing.length > 0 && (
            <p className={styles['missing']}>
              <TriangleAlert size={14} aria-hidden />
              {t('missingValues', { names: data.missing.join(', ') })}
            </p>
          )}
          {data.beginMessage !== '' && (
            <>
              <h3>{t('beginMessage')}</h3>
              <pre>{data.beginMessage}</pre>
            </>
          )}
          <h3>{t('prompt')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long prompts are scrolled by keyboard too */}
          <pre tabIndex={0}>{data.prompt || t('emptyPrompt')}</pre>
        </>
      )}
    </details>
  );
}
