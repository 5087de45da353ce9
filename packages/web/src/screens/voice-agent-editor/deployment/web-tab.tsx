import { CodeBlock } from '../../../features/share/code-block.tsx';
import { coreOrigin } from '../../../kit/api/address.ts';
import { deploymentTexts } from '../../../kit/texts/en/deployment.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { pageSample, serverSample } from './api-samples.ts';
import styles from './deployment.module.css';

/** A browser call from a page of one's own. */
export function WebTab({ agentId }: { agentId: string }) {
  const t = useTexts(deploymentTexts);
  const facts = { origin: coreOrigin(), agentId };
  return (
    <>
      <p className={styles['help']}>{t('webHelp')}</p>
      <CodeBlock title={t('webServer')} help={t('webServerHelp')} code={serverSample(facts)} />
      <CodeBlock title={t('webPage')} help={t('webPageHelp')} code={pageSample(facts)} />
    </>
  );
}
