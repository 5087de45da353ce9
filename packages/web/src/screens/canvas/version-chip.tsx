import Tooltip from '@mui/material/Tooltip';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { LiveChip } from '../../kit/ui/live-chip.tsx';
import { useFlowFile, useIsDirty } from './editing-session.ts';
import { showView } from './frame-store.ts';

/** Which version is on the canvas: amber while callers get another one, green when they get this one. */
export function VersionChip() {
  const t = useTexts(canvasFrameTexts);
  const draftVersion = useFlowFile((file) => file.draftVersion);
  const liveVersion = useFlowFile((file) => file.liveVersion);
  const publishing = useFlowFile((file) => file.publishing);
  const isDirty = useIsDirty();
  if (draftVersion === null) return null;
  const isLive = publishing === 'live' && !isDirty;
  const hint = () => {
    if (isLive) return t('liveHint');
    return publishing === 'never' || liveVersion === null
      ? t('neverHint')
      : t('draftHint', { version: liveVersion });
  };
  return (
    <Tooltip describeChild title={hint()}>
      <LiveChip isLive={isLive} onClick={() => showView('versions')}>
        {isLive ? t('liveVersion', { version: draftVersion }) : t('draftVersion', { version: draftVersion })}
      </LiveChip>
    </Tooltip>
  );
}
