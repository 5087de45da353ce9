import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { SelectField } from '../../params/select-field.tsx';
import { BrowserCall } from '../../phone/browser-call.tsx';
import { phoneCheckTexts } from '../../texts/en/phone-checks.ts';
import { useTexts } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonList } from '../../ui/skeleton-list.tsx';
import { voiceAgentsQuery } from '../../voice-agent/agent.queries.ts';
import styles from './talk-dialog.module.css';

/** A call with any agent, here in the browser. */
export function TalkDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(phoneCheckTexts);
  const id = useId();
  const { data: agents } = useQuery(voiceAgentsQuery);
  const [chosen, setChosen] = useState('');
  const agent = agents?.find((one) => one.id === chosen) ?? agents?.[0];
  return (
    <Dialog isOpen title={t('talk')} width={560} onClose={onClose}>
      {!agents && <SkeletonList count={2} />}
      {agent && (
        <>
          <div className={styles['field']}>
            <label htmlFor={id}>{t('chooseAgent')}</label>
            <SelectField
              id={id}
              value={agent.id}
              options={(agents ?? []).map((one) => ({ name: one.id, label: one.agentName }))}
              emptyLabel=""
              canBeEmpty={false}
              onChange={setChosen}
            />
            <small>{t('talkHelp')}</small>
          </div>
          <BrowserCall key={agent.id} agentId={agent.id} agentName={agent.agentName} versionId={null} />
        </>
      )}
    </Dialog>
  );
}
