import type { Answer } from '@tendril/contract/api/endpoint';
import type { OfferedOperation, readOpenApi } from '@tendril/contract/api/tool-imports';
import { useState } from 'react';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './import-dialog.module.css';
import { NeededVariables } from './needed-variables.tsx';

interface OperationListProps {
  offered: Answer<typeof readOpenApi>;
  /** Names of the chosen operations. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Reads the description again for another server. */
  onServer: (baseUrl: string) => void;
  problem: string;
  isBusy: boolean;
}

function fits({ name, method, path, description }: OfferedOperation, word: string): boolean {
  return `${name} ${method} ${path} ${description}`.toLowerCase().includes(word);
}

/** The operations of a description, to choose from. */
export function OperationList({ offered, chosen, onChoose, onServer, problem, isBusy }: OperationListProps) {
  const t = useTexts(toolsTexts);
  const [search, setSearch] = useState('');
  const [server, setServer] = useState(offered.baseUrl);
  const shown = offered.operations.filter((operation) => fits(operation, search.trim().toLowerCase()));
  const areAll = shown.length > 0 && shown.every(({ name }) => chosen.has(name));
  const toggle = (names: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const name of names) isOn ? next.add(name) : next.delete(name);
    onChoose(next);
  };
  const total = offered.operations.length + offered.leftOut;
  return (
    <>
      <div className={styles['server']}>
        <TextField
          type="url"
          label={t('baseUrl')}
          hint={offered.baseUrl === '' ? t('baseUrlNeeded') : t('baseUrlHint')}
          error={problem || undefined}
          value={server}
          onChange={(event) => setServer(event.target.value)}
        />
        {server.trim() !== offered.baseUrl && server.trim() !== '' && (
          <Button isBusy={isBusy} onClick={() => onServer(server.trim())}>
            {t('readAgain')}
          </Button>
        )}
      </div>
      <NeededVariables variables={offered.variables} />
      <div className={styles['tools']}>
        <SearchField label={t('filterOperations')} value={search} onChange={setSearch} />
        <span>
          {offered.leftOut > 0
            ? t('leftOut', { shown: offered.operations.length, count: total })
            : t('operations', { count: total })}
        </span>
      </div>
      <div className={styles['list']}>
        {shown.length === 0 && <p>{t('noOperations')}</p>}
        {shown.length > 0 && (
          <label className={styles['all']}>
            <input
              type="checkbox"
              checked={areAll}
              onChange={() =>
                toggle(
                  shown.map(({ name }) => name),
                  !areAll,
                )
              }
            />
            {t('chooseAll')}
          </label>
        )}
        {shown.map((operation) => (
          <label key={operation.name}>
            <input
              type="checkbox"
              checked={chosen.has(operation.name)}
              onChange={(event) => toggle([operation.name], event.target.checked)}
            />
            <span>
              <span className={styles['line']}>
                <b data-method={operation.method}>{operation.method}</b>
                <code>{operation.path}</code>
                {operation.isDeprecated && <Chip label={t('deprecated')} />}
              </span>
              <small>
                <code>{operation.name}</code> · {operation.description.split('\n')[0]}
              </small>
              {operation.remarks.map((remark) => (
                <small key={remark} data-warning>
                  {remark}
                </small>
              ))}
            </span>
          </label>
        ))}
      </div>
    </>
  );
}
