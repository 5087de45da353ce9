import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { setValues } from '../commands/canvas-commands.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { setTools, useCanvasTools } from '../document/canvas-tools-store.ts';
import { useCanvas, useRunCommand } from '../document/use-canvas.ts';
import styles from './note-card.module.css';

/** Grounds of a sticky note; the first is used for notes that name none. */
export const noteColours = ['sand', 'green', 'blue', 'rose'] as const;
export type NoteColour = (typeof noteColours)[number];

/** The colour a note's values name. */
export function noteColour(inputs: Readonly<Record<string, unknown>> | undefined): NoteColour {
  return noteColours.find((colour) => colour === inputs?.['noteColour']) ?? 'sand';
}

/** A sticky note; a double click or Enter writes in it. */
export const NoteCard = memo(function NoteCard({ id, data, selected }: NodeProps<CanvasNode>) {
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  const isLocked = useCanvas((state) => state.isLocked);
  const isWriting = useCanvasTools((tools) => tools.writtenNoteId === id) && !isLocked;
  const text = String(data.inputs?.['note'] ?? '');
  const keep = (written: string) => {
    setTools({ writtenNoteId: null });
    if (written !== text) run(setValues(id, { note: written }));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the inspector offers the same text as a field
    <div
      className={styles['note']}
      data-colour={noteColour(data.inputs)}
      data-selected={selected || undefined}
      onDoubleClick={() => !isLocked && setTools({ writtenNoteId: id })}
    >
      {isWriting ? (
        <textarea
          className={`${styles['text']} nodrag nowheel`}
          aria-label={t('note')}
          defaultValue={text}
          // biome-ignore lint/a11y/noAutofocus: the person asked to write here
          autoFocus
          onBlur={(event) => keep(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && keep(event.currentTarget.value)}
        />
      ) : (
        <p className={text ? styles['text'] : styles['hint']}>{text || t('notePlaceholder')}</p>
      )}
    </div>
  );
});
