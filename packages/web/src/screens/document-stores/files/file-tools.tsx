import type { DocumentFile } from '@tendril/contract/api/document-files';
import { RotateCw } from 'lucide-react';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import { SearchField } from '../../../kit/ui/search-field.tsx';
import { SelectMenu } from '../../../kit/ui/select-menu.tsx';
import { ToolRow } from '../../../kit/ui/tool-row.tsx';
import { stateTexts } from './file-state.tsx';
import { countOf, type FilesPage } from './files.queries.ts';
import type { useFileActs } from './use-file-acts.ts';
import type { FileFilter } from './use-file-filter.ts';

const states: readonly DocumentFile['state'][] = ['queued', 'reading', 'chunked', 'embedded', 'failed'];

interface FileToolsProps {
  page: FilesPage;
  filter: FileFilter;
  acts: ReturnType<typeof useFileActs>;
}

/** Search and states of the files, and a retry for all that failed. */
export function FileTools({ page, filter, acts }: FileToolsProps) {
  const t = useTexts(knowledgeFileTexts);
  const { search, setSearch, state, setState } = filter;
  const textOf = (one: DocumentFile['state'] | undefined) =>
    `${t(one ? stateTexts[one] : 'stateAll')} (${countOf(page, one).toLocaleString('en-US')})`;
  const options: { value: DocumentFile['state'] | 'all'; label: string }[] = [
    { value: 'all', label: textOf(undefined) },
    ...states
      .filter((one) => one === state || countOf(page, one) > 0)
      .map((one) => ({ value: one, label: textOf(one) })),
  ];
  return (
    <ToolRow
      end={
        countOf(page, 'failed') > 0 && (
          <PermittedButton
            needs="knowledge:edit"
            size="small"
            icon={<RotateCw size={16} />}
            isBusy={acts.isBusy}
            onClick={acts.retryFailed}
          >
            {t('retryFailed')}
          </PermittedButton>
        )
      }
    >
      <SearchField label={t('search')} value={search} onChange={setSearch} takesCtrlF />
      <SelectMenu
        label={t('state')}
        options={options}
        value={state ?? 'all'}
        onChange={(one) => setState(one === 'all' ? undefined : one)}
      />
    </ToolRow>
  );
}
