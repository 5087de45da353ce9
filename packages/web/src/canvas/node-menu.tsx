import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Cable, Copy, RefreshCw, SlidersHorizontal, Trash2 } from 'lucide-react';
import { canvasTexts } from '../texts/en/canvas.ts';
import { useTexts } from '../texts/texts.ts';
import { remove } from './canvas-commands.ts';
import { duplicateNodes } from './duplicate-nodes.ts';
import { nodeHealth, updateNode } from './update-node.ts';
import { useCanvas, useRunCommand } from './use-canvas.ts';

interface NodeMenuProps {
  nodeId: string;
  anchor: HTMLElement;
  onClose: () => void;
  onSettings: () => void;
  onConnect: () => void;
}

/** What can be done with one node; one menu serves all of them. */
export function NodeMenu({ nodeId, anchor, onClose, onSettings, onConnect }: NodeMenuProps) {
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  const node = useCanvas((state) => state.nodes.find((candidate) => candidate.id === nodeId));
  const template = useCanvas((state) => node && state.templates.get(node.data.name));
  const isLocked = useCanvas((state) => state.isLocked);
  if (!node) return null;
  const entries = [
    { id: 'settings', label: t('settings'), Icon: SlidersHorizontal, act: onSettings, isEdit: false },
    { id: 'connect', label: t('connect'), Icon: Cable, act: onConnect, isEdit: true },
    {
      id: 'duplicate',
      label: t('duplicate'),
      Icon: Copy,
      act: () => run(duplicateNodes(new Set([nodeId]))),
      isEdit: true,
    },
    ...(template && nodeHealth(node.data, template) === 'outdated'
      ? [
          {
            id: 'update',
            label: t('updateNode'),
            Icon: RefreshCw,
            act: () => run(updateNode(nodeId, template)),
            isEdit: true,
          },
        ]
      : []),
    { id: 'delete', label: t('delete'), Icon: Trash2, act: () => run(remove([nodeId])), isEdit: true },
  ];
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: -4, horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': t('nodeMenu', { name: node.data.label }) } }}
    >
      {entries.map(({ id, label, Icon, act, isEdit }) => (
        <MenuItem
          key={id}
          disabled={isEdit && isLocked}
          onClick={() => {
            onClose();
            act();
          }}
        >
          <Icon size={16} />
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
