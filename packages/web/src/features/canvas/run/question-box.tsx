import { useState } from 'react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { useCanvasStore } from '../document/use-canvas.ts';
import { useCanvasRuns } from './run-part.ts';
import { runSessionOf, useRunSession } from './run-session.ts';

/** Asks what a part of the flow shall be run with, when nothing was asked on this canvas yet. */
export function QuestionBox() {
  const t = useTexts(whyTexts);
  const canvas = useCanvasStore();
  const runs = useCanvasRuns();
  const part = useRunSession((session) => session.asksFor);
  const [question, setQuestion] = useState('');
  if (part === null) return null;
  const text = question.trim();
  return (
    <Dialog
      isOpen
      title={t('questionTitle')}
      width={420}
      onClose={() => runSessionOf(canvas).setState({ asksFor: null })}
      onSubmit={() => text !== '' && runs.runWith(part, text)}
      actions={
        <Button look="primary" type="submit" disabled={text === ''}>
          {t('run')}
        </Button>
      }
    >
      <TextField
        label={t('question')}
        hint={t('questionHelp')}
        value={question}
        autoFocus
        onChange={(event) => setQuestion(event.target.value)}
      />
    </Dialog>
  );
}
