import type { PinnedOutput } from '@tendril/contract/flow/flow';
import { Pencil, Pin, PinOff } from 'lucide-react';
import { useId, useState } from 'react';
import { CodeField } from '../../../kit/params/code-field.tsx';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { pinOutput } from '../commands/pin-output.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { useCanvas, useRunCommand } from '../document/use-canvas.ts';
import styles from './inspector.module.css';
import { ValueCard } from './value-card.tsx';

/** One output is shown as its value alone; several by their names. */
function shownValue({ outputs }: PinnedOutput): unknown {
  const values = Object.values(outputs);
  return values.length === 1 ? values[0] : outputs;
}

/** The outputs that an edited text stands for. */
function readOutputs({ outputs }: PinnedOutput, text: string): PinnedOutput['outputs'] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const names = Object.keys(outputs);
  if (names.length === 1) return { [names[0] ?? '']: value };
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as PinnedOutput['outputs']) : undefined;
}

function Editor({ pinned, onKeep, onLeave }: EditorProps) {
  const t = useTexts(whyTexts);
  const id = useId();
  const [text, setText] = useState(() => JSON.stringify(shownValue(pinned), null, 2));
  const outputs = readOutputs(pinned, text);
  const isMany = Object.keys(pinned.outputs).length > 1;
  return (
    <>
      <CodeField id={id} label={t('pinnedValue')} language="json" text={text} onChange={setText} />
      {!outputs && (
        <p className={styles['fault']} role="alert">
          {t(isMany ? 'pinBadRecord' : 'pinBadJson')}
        </p>
      )}
      <div className={styles['acts']}>
        <Button size="small" disabled={!outputs} onClick={() => outputs && onKeep(outputs)}>
          {t('pinKeep')}
        </Button>
        <Button size="small" look="quiet" onClick={onLeave}>
          {t('cancel')}
        </Button>
      </div>
    </>
  );
}

interface EditorProps {
  pinned: PinnedOutput;
  onKeep: (outputs: PinnedOutput['outputs']) => void;
  onLeave: () => void;
}

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The pinned output of a node: shown, edited or removed. */
export function PinEditor({ node, pinned }: { node: CanvasNode; pinned: PinnedOutput }) {
  const t = useTexts(whyTexts);
  const run = useRunCommand();
  const isLocked = useCanvas((state) => state.isLocked);
  const [isEditing, setIsEditing] = useState(false);
  return (
    <section className={styles['pin']} aria-label={t('pinnedValue')}>
      <header>
        <Pin size={16} />
        <h3>{t('pinnedHelp')}</h3>
        <small>{time.format(pinned.at)}</small>
      </header>
      {isEditing ? (
        <Editor
          pinned={pinned}
          onLeave={() => setIsEditing(false)}
          onKeep={(outputs) => {
            run(pinOutput(node.id, { outputs, at: Date.now() }));
            setIsEditing(false);
          }}
        />
      ) : (
        <>
          <ValueCard label={t('pinnedValue')} value={shownValue(pinned)} />
          <div className={styles['acts']}>
            <Button
              size="small"
              icon={<Pencil size={16} />}
              disabled={isLocked}
              onClick={() => setIsEditing(true)}
            >
              {t('pinEdit')}
            </Button>
            <Button
              size="small"
              icon={<PinOff size={16} />}
              disabled={isLocked}
              onClick={() => run(pinOutput(node.id, null))}
            >
              {t('unpin')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
