import type { BundleReport } from '@tendril/contract/api/export-import';
import { type ImportFinding, type ImportState, importState } from '@tendril/contract/api/import-finding';
import { type ReactNode, useState } from 'react';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { ImportEntry } from './import-entry.tsx';
import styles from './import-report.module.css';

/** More rows would slow down the page, and are hardly read. */
const shownEntries = 200;

type Filter = 'all' | ImportState;

const filterKeys = {
  exact: 'stateExact',
  adapted: 'stateAdapted',
  needsYou: 'stateNeedsYou',
  cannotRun: 'stateCannotRun',
} as const;

interface ImportReportViewProps {
  title: string;
  report: BundleReport;
  /** What becomes of it all, in a sentence. */
  note: string;
  /** Each record leads to itself. */
  hasLinks?: boolean;
  onLeave?: () => void;
  children?: ReactNode;
}

/** What files hold and how well it fits here: counts on top, then each record with its nodes. */
export function ImportReportView({
  title,
  report,
  note,
  hasLinks = false,
  onLeave,
  children,
}: ImportReportViewProps) {
  const t = useTexts(exportImportTexts);
  const [filter, setFilter] = useState<Filter>('all');
  const { entries, skipped, refused } = report;
  const shown = entries.filter(({ findings }) => filter === 'all' || hasState(findings, filter));
  const rest = shown.length - shownEntries;
  return (
    <div className={styles['report']}>
      <div className={styles['head']}>
        <strong>{title}</strong>
        <p>{entries.length === 0 ? t('empty') : note}</p>
      </div>
      {children}
      {entries.length > 0 && (
        <StateFilter
          findings={entries.flatMap(({ findings }) => findings)}
          value={filter}
          onChange={setFilter}
        />
      )}
      {(refused.length > 0 || skipped.length > 0) && filter === 'all' && (
        <ul className={styles['left']} aria-label={t('leftOut')}>
          {refused.map(({ file, message }) => (
            <li key={`${file} ${message}`}>
              <b>
                <span className={styles['refused']}>{t('refusedFile', { file })}</span>
              </b>{' '}
              {message}
            </li>
          ))}
          {skipped.map(({ key, count, reason, file }) => (
            <li key={`${file} ${key} ${reason}`}>
              <b>{t('skippedList', { key, count })}</b> {reason}
            </li>
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys
        <section className={styles['entries']} aria-label={t('reportOf', { name: title })} tabIndex={0}>
          {shown.slice(0, shownEntries).map((entry) => (
            <ImportEntry
              key={`${entry.kind} ${entry.id} ${entry.file} ${entry.name}`}
              entry={entry}
              filter={filter}
              isAlone={entries.length === 1}
              hasLink={hasLinks}
              onLeave={onLeave}
            />
          ))}
        </section>
      )}
      {rest > 0 && <p className={styles['more']}>{t('more', { count: rest })}</p>}
    </div>
  );
}

/** The nodes by state, with their counts; a press shows only those. */
export function StateFilter({
  findings,
  value,
  onChange,
}: {
  findings: readonly ImportFinding[];
  value: Filter;
  onChange: (filter: Filter) => void;
}) {
  const t = useTexts(exportImportTexts);
  const nodes = findings.filter(({ nodeId, state }) => nodeId !== undefined || state !== 'exact');
  if (nodes.length === 0) return null;
  const present = importState.options
    .map((state) => ({ state, count: nodes.filter((finding) => finding.state === state).length }))
    .filter(({ count }) => count > 0);
  return (
    <Segmented
      label={t('filter')}
      value={value}
      onChange={onChange}
      segments={[
        { value: 'all', label: t('stateAll'), count: nodes.length },
        ...present.map(({ state, count }) => ({ value: state, label: t(filterKeys[state]), count })),
      ]}
    />
  );
}

function hasState(findings: readonly ImportFinding[], state: ImportState): boolean {
  return findings.some((finding) => finding.state === state);
}
