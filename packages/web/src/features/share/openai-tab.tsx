import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CodeBlock } from './code-block.tsx';
import { CopyLine } from './copy-line.tsx';
import { openAiAddress, openAiSamples } from './openai-sample.ts';
import { keyPlaceholder } from './share-access.ts';
import styles from './share-dialog.module.css';
import type { ShareTabProps } from './share-tab.ts';

/** How OpenAI clients call the flow. */
export function OpenAiTab({ flowId, access }: ShareTabProps) {
  const t = useTexts(shareTexts);
  const { origin } = location;
  const samples = openAiSamples({ origin, flowId, apiKey: access.apiKey ?? keyPlaceholder });
  return (
    <>
      <p className={styles['help']}>{t('openaiHelp')}</p>
      <CopyLine label={t('baseUrl')} text={openAiAddress(origin)} />
      <CopyLine label={t('model')} text={flowId} help={t('modelHelp')} />
      <CodeBlock title={t('python')} code={samples.python} />
      <CodeBlock title={t('javascript')} code={samples.javascript} />
      <CodeBlock title={t('curl')} code={samples.curl} />
    </>
  );
}
