import type { FlowType } from '@tendril/contract/flow/flow';
import { useCallback, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { OpenedCanvas } from './opened-canvas.tsx';

interface Opening {
  /** Another key is another session. */
  key: number;
  /** What the session was opened for; undefined is a new flow. */
  firstId: string | undefined;
  /** The route parameters. */
  id: string | undefined;
  /** What a new flow is. */
  kind: FlowType;
  /** The id that a new flow received with its first save. */
  savedAs: string | undefined;
}

/**
 * The canvas of a flow (`/canvas`, `/canvas/{id}`) or a pipeline (`/agentcanvas…`, and `/v2/agentcanvas…` as Flowise has
 * it for agent flows); without an id it starts a new one.
 * The address of a new flow changes with its first save; drawing and chat stay as they are.
 */
export function CanvasScreen({ kind: given }: { kind: FlowType }) {
  const { id } = useParams();
  const kind = useLocation().pathname.startsWith('/v2/') ? 'AGENTFLOW' : given;
  const [opening, setOpening] = useState<Opening>({ key: 0, firstId: id, id, kind, savedAs: undefined });
  if (id !== opening.id || (id === undefined && kind !== opening.kind)) {
    const isSameSession = id !== undefined && id === opening.savedAs;
    setOpening(
      isSameSession
        ? { ...opening, id }
        : { key: opening.key + 1, firstId: id, id, kind, savedAs: undefined },
    );
  }
  const onSavedAs = useCallback((savedAs: string) => setOpening((before) => ({ ...before, savedAs })), []);
  return <OpenedCanvas key={opening.key} kind={opening.kind} id={opening.firstId} onSavedAs={onSavedAs} />;
}
