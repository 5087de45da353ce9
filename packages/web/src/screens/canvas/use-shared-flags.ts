import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCanvasStore } from '../../features/canvas/document/use-canvas.ts';
import { credentialsQuery } from '../../kit/api/credentials.queries.ts';
import {
  hideCanvasDialog,
  removeDirty,
  setChatflow,
  setComponentCredentials,
  setComponentNodes,
  setDirty,
} from '../../kit/state/canvas-flags-store.ts';
import { useFlowFile, useIsDirty } from './editing-session.ts';

/** Updates the app's canvas state with what this canvas has open. */
export function useSharedFlags(): void {
  const canvas = useCanvasStore();
  const isDirtyNow = useIsDirty();
  const id = useFlowFile((file) => file.id);
  const name = useFlowFile((file) => file.name);
  const { data: credentials } = useQuery(credentialsQuery);

  useEffect(() => (isDirtyNow ? setDirty() : removeDirty()), [isDirtyNow]);
  useEffect(() => setChatflow(id === null ? null : { id, name }), [id, name]);
  useEffect(() => setComponentNodes([...canvas.getState().templates.values()]), [canvas]);
  useEffect(() => {
    if (!credentials) return;
    setComponentCredentials(credentials);
    canvas.setState({ credentialNames: Object.fromEntries(credentials.map((one) => [one.id, one.name])) });
  }, [credentials, canvas]);
  useEffect(
    () => () => {
      removeDirty();
      setChatflow(null);
      hideCanvasDialog();
    },
    [],
  );
}
