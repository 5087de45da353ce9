import type { ListKind } from './flows.queries.ts';
import { ImportStrip } from './import-strip.tsx';
import { PipelineCards } from './pipeline-cards.tsx';
import { StarterCards } from './starter-cards.tsx';

interface FirstRunProps {
  kind: ListKind;
  onFiles: (files: readonly File[]) => void;
}

/** The empty state of a list: working examples, and the import of existing flows. */
export function FirstRun({ kind, onFiles }: FirstRunProps) {
  const strip = <ImportStrip onFiles={onFiles} />;
  return kind === 'CHATFLOW' ? <StarterCards>{strip}</StarterCards> : <PipelineCards>{strip}</PipelineCards>;
}
