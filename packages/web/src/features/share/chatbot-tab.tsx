import { ExternalLink } from 'lucide-react';
import { useMemo } from 'react';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { settingsTexts } from '../../kit/texts/en/flow-settings.ts';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { SwitchField } from '../flow-settings/fields/switch-field.tsx';
import {
  appearanceSection,
  GreetingFields,
  LookFields,
} from '../flow-settings/sections/appearance-section.tsx';
import { useSettingsDrafts } from '../flow-settings/use-settings-drafts.ts';
import { ChatPreview } from './chat-preview.tsx';
import { CopyLine } from './copy-line.tsx';
import { PublicNotice } from './public-notice.tsx';
import styles from './share-dialog.module.css';
import { useShareSettings } from './share-keys.queries.ts';
import type { ShareTabProps } from './share-tab.ts';

/** The public chat page: whether there is one, where it is, and how it looks. */
export function ChatbotTab({ flowId, flowName, settings, access }: ShareTabProps) {
  const t = useTexts(shareTexts);
  const save = useShareSettings(flowId);
  const link = `${location.origin}/chatbot/${flowId}`;
  const switchTo = (isPublic: boolean) =>
    save.mutate(
      { isPublic },
      {
        onSuccess: () => notify(t(isPublic ? 'madePublic' : 'publicOff'), 'success'),
        onError: notifyError,
      },
    );
  return (
    <>
      <SwitchField
        label={t('publicSwitch')}
        help={t('publicHelp')}
        isOn={access.isPublic}
        onChange={switchTo}
      />
      {access.isPublic && <PublicNotice flowId={flowId} access={access} />}
      <CopyLine label={t('link')} text={link}>
        <a href={link} target="_blank" rel="noopener noreferrer">
          {t('openLink')} <ExternalLink size={14} />
        </a>
      </CopyLine>
      <Look flowId={flowId} flowName={flowName} settings={settings} />
    </>
  );
}

function Look({ flowId, flowName, settings }: Pick<ShareTabProps, 'flowId' | 'flowName' | 'settings'>) {
  const t = useTexts(shareTexts);
  const words = useTexts(settingsTexts);
  const section = useMemo(() => ({ ...appearanceSection, title: words('appearance') }), [words]);
  const sections = useMemo(() => [section], [section]);
  const drafts = useSettingsDrafts(flowId, settings, sections);
  const isDirty = drafts.isDirty(section);
  return (
    <>
      <h3>{t('look')}</h3>
      <div className={styles['split']}>
        <div className={styles['form']}>
          <GreetingFields form={drafts.form} />
          <LookFields form={drafts.form} />
          <div className={styles['saveLine']}>
            {drafts.failure !== '' && <p role="alert">{drafts.failure}</p>}
            <Button
              look="primary"
              isBusy={drafts.isSaving}
              onClick={() => isDirty && void drafts.save(section)}
            >
              {t('saveLook')}
            </Button>
          </div>
        </div>
        <ChatPreview flowName={flowName} config={drafts.form.settings.chatbotConfig} />
      </div>
    </>
  );
}
