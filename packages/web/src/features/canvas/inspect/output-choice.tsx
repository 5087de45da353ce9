import { SelectField } from '../../../kit/params/select-field.tsx';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { chooseOutput } from '../commands/canvas-commands.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { hasBranches, outputChoices } from '../document/node-ports.ts';
import { useRunCommand } from '../document/use-canvas.ts';
import styles from './inspector.module.css';

/** Which of its outputs a node gives; nothing where it has one, or where each output is a branch. */
export function OutputChoice({ node }: { node: CanvasNode }) {
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  const choices = outputChoices(node.data);
  if (choices.length < 2 || hasBranches(node.data)) return null;
  const value = String(node.data.outputs?.['output'] ?? choices[0]?.name ?? '');
  const id = `${node.id}-output-choice`;
  return (
    <div className={styles['output']}>
      <label htmlFor={id}>{t('output')}</label>
      <SelectField
        id={id}
        value={value}
        options={choices}
        emptyLabel=""
        canBeEmpty={false}
        onChange={(name) => run(chooseOutput(node.id, name))}
      />
    </div>
  );
}
