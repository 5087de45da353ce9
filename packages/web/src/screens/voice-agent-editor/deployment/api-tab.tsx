import { Link } from 'react-router';
import { CodeBlock } from '../../../features/share/code-block.tsx';
import { CopyLine } from '../../../features/share/copy-line.tsx';
import { coreOrigin } from '../../../kit/api/address.ts';
import { deploymentTexts } from '../../../kit/texts/en/deployment.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { curlSample, nodeSample, pythonSample } from './api-samples.ts';
import styles from './deployment.module.css';

/** The agent from programs. */
export function ApiTab({ agentId }: { agentId: string }) {
  const t = useTexts(deploymentTexts);
  const facts = { origin: coreOrigin(), agentId };
  return (
    <>
      <p className={styles['help']}>
        {t('keyNote')} <Link to="/apikey">{t('makeKey')}</Link>
      </p>
      <CopyLine label={t('agentId')} text={agentId} />
      <CodeBlock title={t('curl')} code={curlSample(facts)} />
      <CodeBlock title={t('node')} help={t('nodeHelp')} code={nodeSample(facts)} />
      <CodeBlock title={t('python')} code={pythonSample(facts)} />
    </>
  );
}
