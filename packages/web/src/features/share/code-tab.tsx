import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { studioOrigin } from '../../kit/api/address.ts';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CodeBlock } from './code-block.tsx';
import { curlSample } from './curl-sample.ts';
import { javascriptSample } from './javascript-sample.ts';
import { OverrideTables, useOverridable } from './override-tables.tsx';
import { pythonSample } from './python-sample.ts';
import { filesField } from './sample-fields.ts';
import { type SampleRequest, sampleRequest } from './sample-request.ts';
import { keyPlaceholder } from './share-access.ts';
import styles from './share-dialog.module.css';
import type { ShareTabProps } from './share-tab.ts';
import { vectorStoresQuery } from './vector-stores.queries.ts';

type CodeLanguage = 'python' | 'javascript' | 'curl';

const writers: Readonly<Record<CodeLanguage, (request: SampleRequest) => string>> = {
  python: pythonSample,
  javascript: javascriptSample,
  curl: curlSample,
};

/** The calls of a flow in one language. */
export function CodeTab({ language, flowId, settings, access }: ShareTabProps & { language: CodeLanguage }) {
  const t = useTexts(shareTexts);
  const [hasOverride, setHasOverride] = useState(false);
  const { data: stores = [] } = useQuery(vectorStoresQuery(flowId));
  const base = { origin: studioOrigin(), flowId, apiKey: access.apiKey };
  const write = (options: Partial<Parameters<typeof sampleRequest>[0]>) =>
    writers[language](sampleRequest({ ...base, ...options }));
  return (
    <>
      <CodeBlock title={t('ask')} code={write({})} />
      <CodeBlock title={t('stream')} help={t('streamHelp')} code={write({ isStreaming: true })} />
      {stores.map(({ id, label, takesFiles }) => (
        <CodeBlock
          key={id}
          title={t('upsert')}
          help={t('upsertHelp', { node: label })}
          // Visitors cannot fill a vector store, even if they can chat.
          code={write({
            apiKey: access.apiKey ?? keyPlaceholder,
            stopNodeId: id,
            fields: takesFiles ? [{ name: filesField, type: 'file' }] : [],
          })}
        />
      ))}
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={hasOverride}
          onChange={(event) => setHasOverride(event.target.checked)}
        />
        {t('showOverride')}
      </label>
      {hasOverride && <OverrideSamples flowId={flowId} settings={settings} write={write} />}
    </>
  );
}

interface OverrideSamplesProps extends Pick<ShareTabProps, 'flowId' | 'settings'> {
  write: (options: Partial<Parameters<typeof sampleRequest>[0]>) => string;
}

function OverrideSamples({ flowId, settings, write }: OverrideSamplesProps) {
  const t = useTexts(shareTexts);
  const { isOn, inputs, variables } = useOverridable(flowId, settings);
  if (!isOn) return <p className={styles['notice']}>{t('overrideOff')}</p>;
  if (inputs.length + variables.length === 0)
    return <p className={styles['notice']}>{t('overrideNothing')}</p>;
  return (
    <>
      <OverrideTables inputs={inputs} variables={variables} />
      <CodeBlock
        title={t('withOverride')}
        code={write({ fields: inputs, variables: variables.map(({ name }) => name) })}
      />
      {inputs.length > 0 && (
        <CodeBlock
          title={t('byNode')}
          help={t('byNodeHelp')}
          code={write({ fields: inputs.slice(0, 1), isByNode: true })}
        />
      )}
    </>
  );
}
