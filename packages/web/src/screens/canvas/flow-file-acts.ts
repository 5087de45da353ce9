import type { BundleEntry } from '@tendril/contract/api/export-import';
import { inspectFiles } from '@tendril/contract/api/import-files';
import type { FlowType } from '@tendril/contract/flow/flow';
import { replaceFlow } from '../../features/canvas/commands/replace-flow.ts';
import { toFlowData } from '../../features/canvas/document/canvas-doc.ts';
import { docOf, runCommand } from '../../features/canvas/document/canvas-store.ts';
import { readFlowText } from '../../features/canvas/document/flow-text.ts';
import type { DraftSession } from '../../features/draft/draft-session.ts';
import { exportedFlow, exportName } from '../../features/draft/exported-flow.ts';
import { call } from '../../kit/api/call.ts';
import { saveFile } from '../../kit/lib/save-file.ts';
import { hideCanvasDialog, showCanvasDialog } from '../../kit/state/canvas-flags-store.ts';
import { enqueueSnackbar, notify, notifyError } from '../../kit/state/notifier-store.ts';
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

/** What else a load does. */
interface LoadActs {
  /** Saves the flow and keeps the report with it. */
  keep: (entry: BundleEntry) => Promise<void>;
  /** Makes a flow of its own of the file. */
  importApart: (file: { name: string; text: string }) => Promise<void>;
}

/** Replaces the canvas with the flow in a file, as one step, after telling how well it fits; a file without a flow changes nothing. */
export async function loadFlow(
  { canvas }: DraftSession,
  given: File,
  { keep, importApart }: LoadActs,
): Promise<void> {
  const names = { file: given.name };
  if (given.size > largestBytes) return refuse(say(canvasFrameTexts, 'loadTooLarge', names));
  const read = readFlowText(await given.text());
  if (read.kind === 'unreadable')
    return refuse(say(canvasFrameTexts, 'loadUnreadable', { ...names, reason: read.reason }));
  if (read.kind === 'other') return refuse(say(canvasFrameTexts, 'loadEmpty', names));
  const text = await given.text();
  const { entries } = await call(inspectFiles, { body: { files: [{ name: given.name, text }] } });
  const entry = entries.find(({ kind }) => kind in flowTypes);
  const isOther = entry !== undefined && flowTypes[entry.kind] !== canvas.getState().kind;
  const replace = async () => {
    runCommand(canvas, replaceFlow(read.flow));
    notify(say(canvasFrameTexts, 'loadedToast', names), 'success');
    if (entry && isTelling(entry)) await keep(entry);
  };
  if (!entry || (!isOther && !isTelling(entry))) return replace();
  const load: PendingLoad = {
    file: given.name,
    entry,
    isOther,
    onLoad: () => {
      hideCanvasDialog();
      if (isOther) void importApart({ name: given.name, text }).catch(notifyError);
      else void replace().catch(notifyError);
    },
  };
  showCanvasDialog({ kind: 'load-report', load });
}

/** The kind of flow of each kind of record that is one. */
const flowTypes: Partial<Record<BundleEntry['kind'], FlowType>> = {
  chatflow: 'CHATFLOW',
  agentflow: 'MULTIAGENT',
  agentflowV2: 'AGENTFLOW',
};

/** A file that was looked at and waits for a yes. */
export interface PendingLoad {
  file: string;
  entry: BundleEntry;
  /** It is of another kind than the canvas. */
  isOther: boolean;
  onLoad: () => void;
}

function isTelling({ findings }: BundleEntry): boolean {
  return findings.some(({ state }) => state !== 'exact');
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
