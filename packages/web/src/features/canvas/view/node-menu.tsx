import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {
  Cable,
  CirclePower,
  ClipboardCopy,
  Copy,
  Group,
  Info,
  type LucideIcon,
  PencilLine,
  Pin,
  PinOff,
  Play,
  RefreshCw,
  SkipForward,
  SlidersHorizontal,
  StepForward,
  Trash2,
  Ungroup,
} from 'lucide-react';
import { useState } from 'react';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { type CanvasNode, isNote } from '../document/canvas-doc.ts';
import { runCommand } from '../document/canvas-store.ts';
import { setTools } from '../document/canvas-tools-store.ts';
import { copyText } from '../document/clipboard.ts';
import { nodeById } from '../document/node-index.ts';
import { pinBar, togglePin } from '../document/pin-node.ts';
import { nodeHealth, updateNode } from '../document/update-node.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { NodeInfo } from '../inspect/node-info.tsx';
import type { KeyActionId } from '../keys/key-actions.ts';
import { chordCaps } from '../keys/key-chord.ts';
import { isMacKeyboard, keysOf } from '../keys/key-store.ts';
import { useCanvasRuns } from '../run/run-part.ts';
import {
  duplicateParts,
  groupParts,
  groupsOf,
  removeParts,
  toggleDisabled,
  ungroupParts,
} from '../run/spoken-acts.ts';
import styles from './node-menu.module.css';

interface NodeMenuProps {
  nodeId: string;
  anchor: HTMLElement;
  onClose: () => void;
  onSettings: () => void;
  onConnect: () => void;
}

interface Entry {
  id: string;
  label: string;
  Icon: LucideIcon;
  act: () => void;
  isEdit?: boolean;
  /** Key that does the same. */
  keyId?: KeyActionId;
  isDanger?: boolean;
  /** A line above it. */
  isFirst?: boolean;
  isHidden?: boolean;
}

/** Runs of the node alone, up to it and from it on, and its pin. */
function useRunEntries(node: CanvasNode): Entry[] {
  const t = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const runs = useCanvasRuns();
  const isOut = isNote(node.data) || node.isDisabled === true;
  const run = (kind: 'only' | 'to' | 'from') => () => runs.runPart({ kind, nodeId: node.id });
  return [
    { id: 'run', label: t('runThis'), Icon: Play, act: run('only'), isHidden: isOut, isFirst: true },
    { id: 'runTo', label: t('runTo'), Icon: StepForward, act: run('to'), isHidden: isOut },
    { id: 'runFrom', label: t('runFrom'), Icon: SkipForward, act: run('from'), isHidden: isOut },
    {
      id: 'pin',
      label: t(node.pinned ? 'unpin' : 'pin'),
      Icon: node.pinned ? PinOff : Pin,
      act: () => togglePin(store, node.id),
      isHidden: isOut || (!node.pinned && pinBar(node.data) !== undefined),
      isEdit: true,
      keyId: 'pin',
    },
  ];
}

/** What changes the node, or the chosen ones when it is among them. */
function useEditEntries(node: CanvasNode): Entry[] {
  const t = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const ids = new Set([node.id]);
  const hasGroup = groupsOf(store, ids).length > 0;
  const isPlain = isNote(node.data);
  const copy = () => navigator.clipboard.writeText(copyText(store, ids)).catch(notifyError);
  return [
    {
      id: 'rename',
      label: t('rename'),
      Icon: PencilLine,
      // The menu gives the focus back as it closes: the field opens after that.
      act: () => setTimeout(() => setTools({ renamedId: node.id })),
      isEdit: true,
      keyId: 'rename',
      isHidden: isPlain,
      isFirst: true,
    },
    { id: 'copy', label: t('copyNode'), Icon: ClipboardCopy, act: () => void copy(), keyId: 'copy' },
    {
      id: 'duplicate',
      label: t('duplicate'),
      Icon: Copy,
      act: () => duplicateParts(store, ids),
      isEdit: true,
      keyId: 'duplicate',
    },
    {
      id: 'disable',
      label: t(node.isDisabled ? 'enable' : 'disable'),
      Icon: CirclePower,
      act: () => toggleDisabled(store, ids),
      isEdit: true,
      keyId: 'disable',
      isHidden: isPlain,
    },
    {
      id: 'group',
      label: t(hasGroup ? 'ungroup' : 'group'),
      Icon: hasGroup ? Ungroup : Group,
      act: () => (hasGroup ? ungroupParts(store, ids) : groupParts(store, ids)),
      isEdit: true,
      keyId: hasGroup ? 'ungroup' : 'group',
    },
  ];
}

function useEntries(node: CanvasNode, props: NodeMenuProps, onInfo: () => void): Entry[] {
  const t = useTexts(canvasTexts);
  const tools = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const template = useCanvas((state) => state.templates.get(node.data.name));
  const runs = useRunEntries(node);
  const edits = useEditEntries(node);
  const all: Entry[] = [
    {
      id: 'settings',
      label: t('settings'),
      Icon: SlidersHorizontal,
      act: props.onSettings,
      keyId: 'openNode',
    },
    {
      id: 'connect',
      label: t('connect'),
      Icon: Cable,
      act: props.onConnect,
      isEdit: true,
      keyId: 'connect',
      isHidden: isNote(node.data),
    },
    ...runs,
    ...edits,
    { id: 'info', label: tools('info'), Icon: Info, act: onInfo, isFirst: true },
    {
      id: 'update',
      label: t('updateNode'),
      Icon: RefreshCw,
      act: () => template && runCommand(store, updateNode(node.id, template)),
      isEdit: true,
      isHidden: !template || nodeHealth(node.data, template) !== 'outdated',
    },
    {
      id: 'delete',
      label: t('delete'),
      Icon: Trash2,
      act: () => removeParts(store, new Set([node.id])),
      isEdit: true,
      keyId: 'remove',
      isDanger: true,
    },
  ];
  return all.filter((entry) => !entry.isHidden);
}

function KeyHint({ id }: { id: KeyActionId }) {
  const [chord] = keysOf(id);
  if (chord === undefined) return null;
  return (
    <kbd className={styles['key']} aria-hidden>
      {chordCaps(chord, isMacKeyboard).join(' ')}
    </kbd>
  );
}

function OpenMenu({ node, ...props }: NodeMenuProps & { node: CanvasNode }) {
  const t = useTexts(canvasTexts);
  const isLocked = useCanvas((state) => state.isLocked);
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const entries = useEntries(node, props, () => setIsInfoOpen(true));
  if (isInfoOpen) return <NodeInfo node={node} onClose={props.onClose} />;
  const label = t('nodeMenu', { name: node.data.label });
  return (
    <Menu
      open
      anchorEl={props.anchor}
      onClose={props.onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: -4, horizontal: 'right' }}
      // The menu hangs outside the page's landmarks, so it is one of its own.
      slotProps={{ root: { role: 'region', 'aria-label': label }, list: { 'aria-label': label } }}
    >
      {entries.map(({ id, label, Icon, act, isEdit, keyId, isDanger, isFirst }) => (
        <MenuItem
          key={id}
          className={[styles['item'], isFirst && styles['first'], isDanger && styles['danger']]
            .filter(Boolean)
            .join(' ')}
          disabled={isEdit === true && isLocked}
          onClick={() => {
            if (id !== 'info') props.onClose();
            act();
          }}
        >
          <Icon size={16} />
          <span className={styles['label']}>{label}</span>
          {keyId && <KeyHint id={keyId} />}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** What can be done with one node; one menu serves all of them. */
export function NodeMenu(props: NodeMenuProps) {
  const node = useCanvas((state) => nodeById(state.nodes, props.nodeId));
  return node ? <OpenMenu {...props} node={node} /> : null;
}
