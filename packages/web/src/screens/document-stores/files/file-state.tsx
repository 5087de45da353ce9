import type { DocumentFile } from '@tendril/contract/api/document-files';
import { CircleAlert, CircleCheck, CircleDashed, Clock3, LoaderCircle } from 'lucide-react';
import type { ComponentType } from 'react';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { StatusChip, type StatusTone } from '../../../kit/ui/status-chip.tsx';

type FileState = DocumentFile['state'];

export const stateTexts = {
  queued: 'stateQueued',
  reading: 'stateReading',
  chunked: 'stateChunked',
  embedded: 'stateEmbedded',
  failed: 'stateFailed',
} as const satisfies Record<FileState, string>;

const looks: Record<FileState, { tone: StatusTone; Icon: ComponentType<{ size?: number }> }> = {
  queued: { tone: 'quiet', Icon: Clock3 },
  reading: { tone: 'info', Icon: LoaderCircle },
  chunked: { tone: 'info', Icon: CircleDashed },
  embedded: { tone: 'success', Icon: CircleCheck },
  failed: { tone: 'error', Icon: CircleAlert },
};

/** How far a file is. */
export function FileStateChip({ state }: { state: FileState }) {
  const t = useTexts(knowledgeFileTexts);
  return <StatusChip {...looks[state]} label={t(stateTexts[state])} />;
}
