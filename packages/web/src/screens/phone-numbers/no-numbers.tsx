import { useQuery } from '@tanstack/react-query';
import { AudioLines, Phone } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { voiceAgentsQuery } from '../../features/voice-agent/agent.queries.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { AddNumberMenu } from './add-number-menu.tsx';
import styles from './no-numbers.module.css';
import { TalkDialog } from './talk-dialog.tsx';

/** No number yet: none is needed to talk to an agent. */
export function NoNumbers({ onAdded }: { onAdded: (id: string) => void }) {
  const t = useTexts(phoneNumberTexts);
  const navigate = useNavigate();
  const { data: agents } = useQuery(voiceAgentsQuery);
  const [isTalking, setTalking] = useState(false);
  const hasAgents = agents === undefined || agents.length > 0;
  const talk = () => (hasAgents ? setTalking(true) : void navigate('/agent'));
  return (
    <>
      <EmptyState
        Icon={Phone}
        title={t('empty')}
        text={t('emptyHelp')}
        action={
          <div className={styles['acts']}>
            <Button icon={<AudioLines size={18} />} onClick={talk}>
              {t(hasAgents ? 'talk' : 'noAgents')}
            </Button>
            <AddNumberMenu onAdded={onAdded} />
          </div>
        }
      />
      {isTalking && <TalkDialog onClose={() => setTalking(false)} />}
    </>
  );
}
