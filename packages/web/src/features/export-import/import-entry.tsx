import type { BundleEntry } from '@tendril/contract/api/export-import';
import type { ImportState } from '@tendril/contract/api/import-finding';
import { Link } from 'react-router';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Chip } from '../../kit/ui/chip.tsx';
import { entryPath } from './entry-path.ts';
import { ImportFindings } from './import-findings.tsx';
import styles from './import-report.module.css';

const kindKeys = {
  tool: 'kindTool',
  chatflow: 'kindChatflow',
  agentflow: 'kindAgentflow',
  agentflowV2: 'kindAgentflowV2',
  variable: 'kindVariable',
  assistant: 'kindAssistant',
  template: 'kindTemplate',
  knowledgeBase: 'kindKnowledgeBase',
  chats: 'kindChats',
} as const;

const outcomeKeys = {
  new: 'outcomeNew',
  renamed: 'outcomeRenamed',
  same: 'outcomeSame',
  replaced: 'outcomeReplaced',
  kept: 'outcomeKept',
} as const;

interface ImportEntryProps {
  entry: BundleEntry;
  filter: 'all' | ImportState;
  /** It is the only one: its file is named above. */
  isAlone: boolean;
  hasLink: boolean;
  onLeave: (() => void) | undefined;
}

/** One record of the files, with its nodes. */
export function ImportEntry({ entry, filter, isAlone, hasLink, onLeave }: ImportEntryProps) {
  const t = useTexts(exportImportTexts);
  const { kind, name, newName, outcome, file, findings } = entry;
  return (
    <article className={styles['entry']}>
      <header>
        <Chip label={t(kindKeys[kind])} />
        <h3>
          {hasLink && outcome !== 'kept' ? (
            <Link to={entryPath(entry)} {...(onLeave && { onClick: onLeave })}>
              {newName}
            </Link>
          ) : (
            name
          )}
        </h3>
        <span className={styles['outcome']}>
          {t(outcomeKeys[outcome], { name: newName })}
          {file && !isAlone && !file.includes(name) && ` · ${file}`}
        </span>
      </header>
      <ImportFindings findings={findings} filter={filter} />
    </article>
  );
}
