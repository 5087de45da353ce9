import Tooltip from '@mui/material/Tooltip';
import { Check } from 'lucide-react';
import { useProblems } from '../../features/canvas/inspect/problems-store.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { useFlowFile, useIsDirty } from './editing-session.ts';
import styles from './top-bar.module.css';
import type { FlowActions } from './use-flow-actions.ts';

/** The publish state: done, blocked by problems, or pending. */
export function usePublishing() {
  const t = useTexts(canvasFrameTexts);
  const isDirty = useIsDirty();
  const isLive = useFlowFile((file) => file.publishing === 'live') && !isDirty;
  const errors = useProblems(({ list }) => list.filter((problem) => !problem.isWarning).length);
  const reason = isLive
    ? t('publishedAlready')
    : errors > 0
      ? t('publishBlocked', { count: errors })
      : undefined;
  return { isLive, isBlocked: !isLive && errors > 0, errors, reason };
}

/** The primary action of the canvas. While blocked by problems, it opens them. */
export function PublishButton({ actions, onProblems }: { actions: FlowActions; onProblems: () => void }) {
  const t = useTexts(canvasFrameTexts);
  const { isLive, isBlocked, reason } = usePublishing();
  const isOff = isLive || isBlocked;
  return (
    <Tooltip describeChild title={reason ?? ''}>
      <PermittedButton
        needs="flows:publish"
        className={styles['button']}
        look={isOff ? 'plain' : 'primary'}
        aria-disabled={isOff || undefined}
        icon={isLive ? <Check size={18} /> : undefined}
        onClick={() => {
          if (isBlocked) onProblems();
          else if (!isLive) actions.askPublish();
        }}
      >
        {t(isLive ? 'published' : 'publish')}
      </PermittedButton>
    </Tooltip>
  );
}
