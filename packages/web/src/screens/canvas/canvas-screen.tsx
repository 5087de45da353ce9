import type { FlowType } from '@tendril/contract/flow/flow';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import { OpenedCanvas } from './opened-canvas.tsx';

interface Opening {
  /** Another key is another session. */
  key: number;
  /** What the session was opened for; undefined is a new flow. */
  firstId: string | undefined;
  /** The route parameters. */
  id: string | undefined;
  /** The id that a new flow received with its first save. */
  savedAs: string | undefined;
}

/**
 * The canvas of a flow (`/canvas`, `/canvas/{id}`) or a pipeline (`/agentcanvas…`); without an id it starts a new one.
 * The address of a new flow changes with its first save; drawing and chat stay as they are.
 */
export function CanvasScreen({ kind }: { kind: FlowType }) {
  const { id } = useParams();
  const [opening, setOpening] = useState<Opening>({ key: 0, firstId: id, id, savedAs: undefined });
  if (id !== opening.id) {
    const isSameSession = id !== undefined && id === opening.savedAs;
    setOpening(
      isSameSession ? { ...opening, id } : { key: opening.key + 1, firstId: id, id, savedAs: undefined },
    );
  }
  const onSavedAs = useCallback((savedAs: string) => setOpening((before) => ({ ...before, savedAs })), []);
  return <OpenedCanvas key={opening.key} kind={kind} id={opening.firstId} onSavedAs={onSavedAs} />;
}
