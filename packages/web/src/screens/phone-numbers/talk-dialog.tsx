import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { BrowserCall } from '../../features/phone/browser-call.tsx';
import { voiceAgentsQuery } from '../../features/voice-agent/agent.queries.ts';
import { SelectField } from '../../kit/params/select-field.tsx';
import { phoneCheckTexts } from '../../kit/texts/en/phone-checks.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';

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
          <Field label={t('chooseAgent')} htmlFor={id} hint={t('talkHelp')}>
            <SelectField
              id={id}
              value={agent.id}
              options={(agents ?? []).map((one) => ({ name: one.id, label: one.agentName }))}
              emptyLabel=""
              canBeEmpty={false}
              onChange={setChosen}
            />
          </Field>
          <BrowserCall key={agent.id} agentId={agent.id} agentName={agent.agentName} versionId={null} />
        </>
      )}
    </Dialog>
  );
}
