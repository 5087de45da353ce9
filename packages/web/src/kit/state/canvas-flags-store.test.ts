import { beforeEach, expect, it } from 'vitest';
import {
  hideCanvasDialog,
  initialCanvasFlags,
  removeDirty,
  setChatflow,
  setComponentCredentials,
  setComponentNodes,
  setDirty,
  showCanvasDialog,
  useCanvasFlags,
} from './canvas-flags-store.ts';

beforeEach(() => useCanvasFlags.setState(initialCanvasFlags, true));

const flags = () => useCanvasFlags.getState();

it('STATE-02, CANVAS-04: it holds dirty flag, chatflow, canvas dialog, component nodes and component credentials', () => {
  expect(flags()).toEqual({
    isDirty: false,
    chatflow: null,
    canvasDialogShow: false,
    canvasDialogProps: {},
    componentNodes: [],
    componentCredentials: [],
  });
  setChatflow({ id: 'f' });
  setComponentNodes([{ name: 'n' }]);
  setComponentCredentials([{ name: 'c' }]);
  expect(flags()).toMatchObject({
    chatflow: { id: 'f' },
    componentNodes: [{ name: 'n' }],
    componentCredentials: [{ name: 'c' }],
  });
});

it('STATE-10: the canvas is marked as dirty and unmarked', () => {
  setDirty();
  expect(flags().isDirty).toBe(true);
  removeDirty();
  expect(flags().isDirty).toBe(false);
});

it('STATE-11: a canvas dialog is shown with its properties and hidden', () => {
  showCanvasDialog({ node: 'llmChain_0' });
  expect(flags()).toMatchObject({ canvasDialogShow: true, canvasDialogProps: { node: 'llmChain_0' } });
  hideCanvasDialog();
  expect(flags()).toMatchObject({ canvasDialogShow: false, canvasDialogProps: {} });
});
