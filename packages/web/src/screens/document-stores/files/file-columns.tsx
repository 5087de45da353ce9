import type { DocumentFile } from '@tendril/contract/api/document-files';
import { formatBytes } from '../../../kit/lib/format-bytes.ts';
import { Age } from '../../../kit/lists/age.tsx';
import type { ListColumn } from '../../../kit/lists/list-column.ts';
import listStyles from '../../../kit/lists/list-table.module.css';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { say } from '../../../kit/texts/texts.ts';
import { FileStateChip } from './file-state.tsx';

type FileColumn = 'file' | 'state' | 'size' | 'chunks' | 'updated';

/** The columns of a source's files: in the order in which they came, which no column changes. */
export function fileColumns(): readonly ListColumn<DocumentFile, FileColumn>[] {
  return [
    {
      id: 'file',
      label: say(knowledgeFileTexts, 'colFile'),
      isMain: true,
      isFixed: true,
      cell: ({ key, title }) => (
        <span>
          <span className={listStyles['name']}>{title}</span>
          {key !== title && (
            <span className={listStyles['sub']} title={key}>
              {key.slice(0, -title.length - 1) || key}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'state',
      label: say(knowledgeFileTexts, 'colState'),
      isFixed: true,
      cell: ({ state }) => <FileStateChip state={state} />,
    },
    {
      id: 'size',
      label: say(knowledgeFileTexts, 'colSize'),
      isFigure: true,
      isFixed: true,
      from: 660,
      cell: ({ bytes }) => (bytes === null ? '–' : formatBytes(bytes)),
    },
    {
      id: 'chunks',
      label: say(knowledgeFileTexts, 'colChunks'),
      isFigure: true,
      isFixed: true,
      from: 520,
      cell: ({ chunks }) => (chunks > 0 ? chunks.toLocaleString('en-US') : '–'),
    },
    {
      id: 'updated',
      label: say(knowledgeFileTexts, 'colUpdated'),
      isFixed: true,
      from: 800,
      cell: ({ updatedAt }) => <Age at={updatedAt} />,
    },
  ];
}
