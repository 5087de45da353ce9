import type { BundleEntry, BundleReport, BundleWarning } from '@tendril/contract/api/export-import';
import { TriangleAlert } from 'lucide-react';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './import-table.module.css';

/** More rows would slow down the page, and nobody reads that far. */
const shownRows = 300;

const kindKeys = {
  tool: 'kindTool',
  chatflow: 'kindChatflow',
  agentflow: 'kindAgentflow',
  variable: 'kindVariable',
  assistant: 'kindAssistant',
} as const;

const outcomeKeys = { new: 'outcomeNew', renamed: 'outcomeRenamed', same: 'outcomeSame' } as const;

const warningKeys = {
  unknownNodes: 'warnUnknownNodes',
  missingCredentials: 'warnMissingCredentials',
  missingFiles: 'warnMissingFiles',
  looseEdges: 'warnLooseEdges',
  bringsCode: 'warnBringsCode',
  emptyValue: 'warnEmptyValue',
  unknownCredential: 'warnUnknownCredential',
} as const;

/** What a bundle holds and what would become of it; what needs a look stands first. */
export function ImportTable({ fileName, report }: { fileName: string; report: BundleReport }) {
  const t = useTexts(exportImportTexts);
  const rows = byWeight(report.entries);
  const rest = rows.length - shownRows;
  return (
    <>
      <Summary fileName={fileName} entries={report.entries} />
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys
        <section className={styles['scroll']} aria-label={t('importTitle')} tabIndex={0}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th>{t('kind')}</th>
                <th>{t('name')}</th>
                <th>{t('outcome')}</th>
                <th>{t('warnings')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shownRows).map(({ entry, number }) => (
                <Row key={number} entry={entry} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rest > 0 && <p className={styles['note']}>{t('more', { count: rest })}</p>}
      {report.skipped.length > 0 && (
        <p className={styles['note']}>
          {t('skipped', { lists: report.skipped.map((list) => t('skippedList', list)).join(', ') })}
        </p>
      )}
    </>
  );
}

function byWeight(entries: readonly BundleEntry[]) {
  const weight = ({ warnings, outcome }: BundleEntry) =>
    (warnings.length > 0 ? 2 : 0) + (outcome === 'new' ? 0 : 1);
  return entries
    .map((entry, number) => ({ entry, number }))
    .sort((left, right) => weight(right.entry) - weight(left.entry) || left.number - right.number);
}

function Summary({ fileName, entries }: { fileName: string; entries: readonly BundleEntry[] }) {
  const t = useTexts(exportImportTexts);
  const warned = entries.filter(({ warnings }) => warnings.length > 0).length;
  const renamed = entries.filter(({ outcome }) => outcome === 'renamed').length;
  const clean = entries.filter(({ outcome, warnings }) => outcome === 'new' && warnings.length === 0).length;
  return (
    <div className={styles['summary']}>
      <strong>{fileName}</strong>
      {entries.length === 0 ? (
        <p>{t('empty')}</p>
      ) : (
        <ul>
          {clean > 0 && <li>{t('clean', { count: clean })}</li>}
          {renamed > 0 && <li>{t('renamed', { count: renamed })}</li>}
          {warned > 0 && <li>{t('warned', { count: warned })}</li>}
          <li>{t('nothingYet')}</li>
        </ul>
      )}
    </div>
  );
}

function Row({ entry }: { entry: BundleEntry }) {
  const t = useTexts(exportImportTexts);
  return (
    <tr>
      <td className={styles['kind']}>{t(kindKeys[entry.kind])}</td>
      <td className={styles['name']}>{entry.name}</td>
      <td>{t(outcomeKeys[entry.outcome], { name: entry.newName })}</td>
      <td>
        {entry.warnings.length === 0 ? (
          <span className={styles['none']}>{t('noWarnings')}</span>
        ) : (
          <ul className={styles['warnings']}>
            {entry.warnings.map((warning) => (
              <Warning key={warning.kind} warning={warning} />
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}

function Warning({ warning }: { warning: BundleWarning }) {
  const t = useTexts(exportImportTexts);
  return (
    <li>
      <TriangleAlert size={14} aria-hidden="true" />
      <span>{t(warningKeys[warning.kind], { names: warning.names.join(', ') })}</span>
    </li>
  );
}
