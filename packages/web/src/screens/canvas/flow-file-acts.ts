import { replaceFlow } from '../../features/canvas/commands/replace-flow.ts';
import { toFlowData } from '../../features/canvas/document/canvas-doc.ts';
import { docOf, runCommand } from '../../features/canvas/document/canvas-store.ts';
import { readFlowText } from '../../features/canvas/document/flow-text.ts';
import type { DraftSession } from '../../features/draft/draft-session.ts';
import { exportedFlow, exportName } from '../../features/draft/exported-flow.ts';
import { saveFile } from '../../kit/lib/save-file.ts';
import { enqueueSnackbar, notify } from '../../kit/state/notifier-store.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { say } from '../../kit/texts/texts.ts';

/** The server's size limit for one flow. */
const largestBytes = 10 * 1024 * 1024;

const refuse = (message: string) => void enqueueSnackbar(message, { variant: 'error', persist: true });

/** Saves the drawing as a file. */
export function exportFlow({ canvas, file }: DraftSession): void {
  const { kind, templates } = canvas.getState();
  const flow = exportedFlow(toFlowData(docOf(canvas.getState())), templates);
  saveFile(exportName(file.getState().name, kind), JSON.stringify(flow, null, 2));
}

/** Replaces the canvas with the flow in a file, as one step; a file without a flow changes nothing. */
export async function loadFlow({ canvas }: DraftSession, given: File): Promise<void> {
  const names = { file: given.name };
  if (given.size > largestBytes) return refuse(say(canvasFrameTexts, 'loadTooLarge', names));
  const read = readFlowText(await given.text());
  if (read.kind === 'unreadable')
    return refuse(say(canvasFrameTexts, 'loadUnreadable', { ...names, reason: read.reason }));
  if (read.kind === 'other') return refuse(say(canvasFrameTexts, 'loadEmpty', names));
  runCommand(canvas, replaceFlow(read.flow));
  notify(say(canvasFrameTexts, 'loadedToast', names), 'success');
}

/** Lets the person choose a flow file. */
export function chooseFlowFile(onFile: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) onFile(file);
  });
  input.click();
}
