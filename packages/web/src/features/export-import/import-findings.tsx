import type { ImportFinding, ImportNote, ImportState } from '@tendril/contract/api/import-finding';
import { CircleAlert, CircleCheck, CircleX, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { StatusChip, type StatusTone } from '../../kit/ui/status-chip.tsx';
import styles from './import-report.module.css';

const shownNodes = 300;

const looks = {
  exact: { tone: 'success', Icon: CircleCheck, key: 'stateExact' },
  adapted: { tone: 'info', Icon: Wrench, key: 'stateAdapted' },
  needsYou: { tone: 'warning', Icon: CircleAlert, key: 'stateNeedsYou' },
  cannotRun: { tone: 'error', Icon: CircleX, key: 'stateCannotRun' },
} as const satisfies Record<ImportState, { tone: StatusTone; Icon: unknown; key: string }>;

type Finding = ImportFinding & { isOpen?: boolean };

interface ImportFindingsProps {
  findings: readonly Finding[];
  filter: 'all' | ImportState;
  /** What can be done about a note. */
  act?: (finding: Finding, note: ImportNote) => ReactNode;
}

/** Nodes by how well they fit; those that are exact share a line unless they are asked for. */
export function ImportFindings({ findings, filter, act }: ImportFindingsProps) {
  const t = useTexts(exportImportTexts);
  const exact = findings.filter(({ state }) => state === 'exact');
  const rows = findings.filter(({ state }) => (filter === 'all' ? state !== 'exact' : state === filter));
  const rest = rows.length - shownNodes;
  return (
    <ul className={styles['findings']}>
      {rows.slice(0, shownNodes).map((finding) => (
        <Row key={`${finding.nodeId} ${finding.label}`} finding={finding} act={act} />
      ))}
      {rest > 0 && <li className={styles['more']}>{t('more', { count: rest })}</li>}
      {filter === 'all' && exact.length > 0 && (
        <li>
          <State state="exact" />
          <span className={styles['exact']}>
            {t('exactNodes', { count: exact.length, names: namesOf(exact) })}
          </span>
        </li>
      )}
    </ul>
  );
}

function Row({ finding, act }: { finding: Finding; act: ImportFindingsProps['act'] }) {
  const t = useTexts(exportImportTexts);
  const { label, node, state, notes, isOpen } = finding;
  const isSettled = isOpen === false && (state === 'needsYou' || state === 'cannotRun');
  return (
    <li data-settled={isSettled || undefined}>
      {isSettled ? (
        <StatusChip tone="success" Icon={CircleCheck} label={t('settled')} />
      ) : (
        <State state={state} />
      )}
      <div>
        <b>{label}</b>
        {node && node !== label && <code>{node}</code>}
        {notes.map((note) => (
          <div key={`${note.state} ${note.message}`} className={styles['note']}>
            <span>{note.message}</span>
            {act?.(finding, note)}
          </div>
        ))}
      </div>
    </li>
  );
}

function State({ state }: { state: ImportState }) {
  const t = useTexts(exportImportTexts);
  const { tone, Icon, key } = looks[state];
  return <StatusChip tone={tone} Icon={Icon} label={t(key)} />;
}

function namesOf(findings: readonly ImportFinding[]): string {
  return [...new Set(findings.map(({ label }) => label))].slice(0, 30).join(', ');
}
