import { statusNoticeMs } from '@tendril/contract/voice/voice-timing';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './status-notice.module.css';

type NoticeTone = 'success' | 'error';

interface Notice {
  text: string;
  tone: NoticeTone;
}

/** A notice at the bottom right that hides itself after six seconds; it outlives the panel it is about. */
export function useStatusNotice(): { notice: ReactNode; notify: (text: string, tone: NoticeTone) => void } {
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(null), statusNoticeMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return {
    notice: notice && <StatusNotice {...notice} onClose={() => setNotice(null)} />,
    notify: (text, tone) => setNotice({ text, tone }),
  };
}

function StatusNotice({ text, tone, onClose }: Notice & { onClose: () => void }) {
  const t = useTexts(voiceSettingsTexts);
  const Icon = tone === 'success' ? CircleCheck : CircleAlert;
  return createPortal(
    <div role={tone === 'success' ? 'status' : 'alert'} className={styles['notice']} data-tone={tone}>
      <Icon size={20} aria-hidden />
      <span>{text}</span>
      <IconButton label={t('close')} size="small" onClick={onClose}>
        <X size={16} />
      </IconButton>
    </div>,
    document.body,
  );
}
