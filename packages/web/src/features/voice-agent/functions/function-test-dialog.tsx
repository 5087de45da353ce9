import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import { Play } from 'lucide-react';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import styles from './function-test.module.css';
import { FunctionTile } from './function-tile.tsx';
import { TestArguments } from './test-arguments-form.tsx';
import { TestResult } from './test-result.tsx';
import { useFunctionTest } from './use-function-test.ts';

interface FunctionTestDialogProps {
  agentId: string;
  asked: VoiceFunction;
  onClose: () => void;
}

/** Calls a function once, as a call would, and shows what was sent and what came back. */
export function FunctionTestDialog({ agentId, asked, onClose }: FunctionTestDialogProps) {
  const t = useTexts(voiceFunctionTexts);
  const test = useFunctionTest(agentId, asked);
  return (
    <Dialog
      isOpen
      title={t('testTitle', { name: asked.name || t('noName') })}
      back={<FunctionTile type={asked.type} size={36} />}
      width={640}
      onClose={onClose}
      onSubmit={test.run}
      actions={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button type="submit" look="primary" icon={<Play size={16} />} isBusy={test.isRunning}>
            {t('run')}
          </Button>
        </>
      }
    >
      <p className={styles['help']}>{t(asked.type === 'custom' ? 'testHelpCustom' : 'testHelp')}</p>
      <TestArguments test={test} />
      {test.problem && (
        <p role="alert" className={styles['problem']}>
          {test.problem}
        </p>
      )}
      {test.result && !test.isRunning && <TestResult result={test.result} />}
    </Dialog>
  );
}
