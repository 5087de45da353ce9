import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './folder-dialog.module.css';
import type { IntakePlan } from './plan-intake.ts';

/** So many are seen at once. */
const fewFiles = 5;

const reasons = {
  hidden: 'leftOutHidden',
  kind: 'leftOutKind',
  large: 'leftOutLarge',
  empty: 'leftOutEmpty',
} as const;

/** The files of a folder that are not taken, each with its reason. */
export function LeftOutFiles({ files }: { files: IntakePlan['leftOut'] }) {
  const t = useTexts(knowledgeFileTexts);
  return (
    <details className={styles['leftOut']} open={files.length <= fewFiles}>
      <summary>{t('leftOut', { count: files.length })}</summary>
      <ul>
        {files.map(({ path, reason }) => (
          <li key={path}>
            <span title={path}>{path}</span>
            <small>{t(reasons[reason])}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
