import { TextArea } from '../../../kit/params/text-area.tsx';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { setValues } from '../commands/canvas-commands.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { useRunCommand } from '../document/use-canvas.ts';
import { type NoteColour, noteColour, noteColours } from '../view/note-card.tsx';
import styles from './inspector.module.css';

const names = {
  sand: 'noteSand',
  green: 'noteGreen',
  blue: 'noteBlue',
  rose: 'noteRose',
} as const satisfies Record<NoteColour, string>;

/** Text and colour of a sticky note. */
export function NoteForm({ node }: { node: CanvasNode }) {
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  const chosen = noteColour(node.data.inputs);
  return (
    <>
      <TextArea
        label={t('note')}
        rows={5}
        text={String(node.data.inputs?.['note'] ?? '')}
        placeholder={t('notePlaceholder')}
        onChange={(note) => run(setValues(node.id, { note }))}
      />
      <fieldset className={styles['swatches']}>
        <legend>{t('noteColour')}</legend>
        {noteColours.map((colour) => (
          <button
            key={colour}
            type="button"
            data-colour={colour}
            aria-label={t(names[colour])}
            title={t(names[colour])}
            aria-pressed={colour === chosen}
            onClick={() => run(setValues(node.id, { noteColour: colour }))}
          />
        ))}
      </fieldset>
    </>
  );
}
