import type { FlowGroup } from '@tendril/contract/flow/flow';
import { ViewportPortal } from '@xyflow/react';
import { Boxes, Ellipsis, PencilLine, Ungroup } from 'lucide-react';
import { memo, useRef } from 'react';
import { canvasEditTexts } from '../../../kit/texts/en/canvas-edit.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu } from '../../../kit/ui/action-menu.tsx';
import { renameGroup, ungroup } from '../commands/groups.ts';
import { selectNodes } from '../document/canvas-store.ts';
import { groupBox } from '../document/group-box.ts';
import { startNaming, useGroupNaming } from '../document/group-naming.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvas, useCanvasStore, useRunCommand } from '../document/use-canvas.ts';
import styles from './group-frames.module.css';
import { useGroupDrag } from './use-group-drag.ts';

/** The name field of a group; Enter saves, Esc cancels. */
function NameField({ group }: { group: FlowGroup }) {
  const t = useTexts(canvasEditTexts);
  const run = useRunCommand();
  const isGivenUp = useRef(false);
  const leave = (written: string) => {
    startNaming(null);
    const label = written.trim();
    if (!isGivenUp.current && label !== '') run(renameGroup(group.id, label));
  };
  return (
    <input
      className={`${styles['field']} nodrag`}
      aria-label={t('groupName')}
      defaultValue={group.label}
      maxLength={200}
      // biome-ignore lint/a11y/noAutofocus: the person asked to write here
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => leave(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') isGivenUp.current = true;
        if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}

function Menu({ group }: { group: FlowGroup }) {
  const t = useTexts(canvasEditTexts);
  const run = useRunCommand();
  return (
    <ActionMenu
      label={t('groupMenu', { name: group.label })}
      actions={[
        {
          id: 'rename',
          label: t('renameGroup'),
          Icon: PencilLine,
          // The menu returns the focus to its button when it closes; the field opens after that.
          onSelect: () => setTimeout(() => startNaming(group.id)),
        },
        { id: 'ungroup', label: t('ungroup'), Icon: Ungroup, onSelect: () => run(ungroup(group.id)) },
      ]}
      renderButton={(props) => (
        <button
          type="button"
          {...props}
          data-apart
          className={styles['more']}
          aria-label={t('groupMenu', { name: group.label })}
        >
          <Ellipsis />
        </button>
      )}
    />
  );
}

function Header({ group }: { group: FlowGroup }) {
  const t = useTexts(canvasEditTexts);
  const store = useCanvasStore();
  const isLocked = useCanvas((state) => state.isLocked);
  const isNaming = useGroupNaming((naming) => naming.groupId === group.id);
  const drag = useGroupDrag(group);
  const rename = () => !isLocked && startNaming(group.id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what the pointer does here, the name and the menu do by keyboard
    <div
      className={`${styles['header']} nopan nodrag`}
      data-locked={isLocked || undefined}
      onDoubleClick={(event) => event.currentTarget.contains(event.target as Node) && rename()}
      {...drag}
    >
      <Boxes className={styles['icon']} aria-hidden />
      {isNaming && !isLocked ? (
        <NameField group={group} />
      ) : (
        <button
          type="button"
          className={styles['name']}
          aria-label={`${t('group', { name: group.label })}: ${t('selectMembers')}`}
          title={group.label}
          onClick={() => selectNodes(store, new Set(group.nodeIds))}
          onKeyDown={(event) => event.key === 'F2' && rename()}
        >
          {group.label}
        </button>
      )}
      <span className={styles['count']}>{t('groupNodes', { count: group.nodeIds.length })}</span>
      {!isLocked && <Menu group={group} />}
    </div>
  );
}

const GroupFrame = memo(function GroupFrame({ group }: { group: FlowGroup }) {
  // As a string, so that a frame re-renders only when its own box changes.
  const text = useCanvas((state) => JSON.stringify(groupBox(state.nodes, group, state.level) ?? null));
  const isSelected = useCanvas((state) =>
    group.nodeIds.every((id) => nodeById(state.nodes, id)?.selected === true),
  );
  const box = JSON.parse(text) as ReturnType<typeof groupBox> | null;
  if (!box) return null;
  const { x, y, width, height } = box;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own style and legend
    <div
      role="group"
      aria-label={group.label}
      className={styles['frame']}
      data-selected={isSelected || undefined}
      style={{ translate: `${x}px ${y}px`, inlineSize: width, blockSize: height }}
    >
      <Header group={group} />
    </div>
  );
});

/** The frames of groups, under their nodes. */
export function GroupFrames() {
  const groups = useCanvas((state) => state.groups);
  if (groups.length === 0) return null;
  return (
    <ViewportPortal>
      {groups.map((group) => (
        <GroupFrame key={group.id} group={group} />
      ))}
    </ViewportPortal>
  );
}
