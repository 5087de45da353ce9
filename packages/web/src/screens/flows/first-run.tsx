import type { FlowKind } from './flows.queries.ts';
import { ImportStrip } from './import-strip.tsx';
import { PipelineCards } from './pipeline-cards.tsx';
import { StarterCards } from './starter-cards.tsx';

interface FirstRunProps {
  kind: FlowKind;
  onFiles: (files: readonly File[]) => void;
}

/** What a list shows before there is anything in it: examples that run, and the way for flows one has. */
export function FirstRun({ kind, onFiles }: FirstRunProps) {
  const strip = <ImportStrip onFiles={onFiles} />;
  return kind === 'CHATFLOW' ? <StarterCards>{strip}</StarterCards> : <PipelineCards>{strip}</PipelineCards>;
}
