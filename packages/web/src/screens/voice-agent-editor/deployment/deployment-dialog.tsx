import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { voiceAgentQuery } from '../../../features/voice-agent/agent.queries.ts';
import { deploymentTexts } from '../../../kit/texts/en/deployment.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { DialogTabs } from '../../../kit/ui/dialog-tabs.tsx';
import { ApiTab } from './api-tab.tsx';
import styles from './deployment.module.css';
import { DraftNotice } from './draft-notice.tsx';
import { PhoneTab } from './phone-tab.tsx';
import { WebTab } from './web-tab.tsx';

const tabs = ['phone', 'web', 'api'] as const;
type Tab = (typeof tabs)[number];

/** Puts the agent on a phone number, or into a page or program. */
export function DeploymentDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const t = useTexts(deploymentTexts);
  const { data: agent } = useQuery(voiceAgentQuery(agentId));
  const [tab, setTab] = useState<Tab>('phone');
  return (
    <Dialog
      isOpen
      title={agent ? t('title', { agent: agent.agentName }) : t('titlePlain')}
      width={860}
      onClose={onClose}
    >
      <DraftNotice agentId={agentId} />
      <DialogTabs
        label={t('tabs')}
        tabs={tabs.map((id) => ({ id, label: t(id) }))}
        value={tab}
        onChange={setTab}
        idStem="deployment"
      />
      <div
        className={styles['panel']}
        role="tabpanel"
        id="deployment-panel"
        aria-labelledby={`deployment-tab-${tab}`}
      >
        {tab === 'phone' && <PhoneTab agentId={agentId} agentName={agent?.agentName ?? ''} />}
        {tab === 'web' && <WebTab agentId={agentId} />}
        {tab === 'api' && <ApiTab agentId={agentId} />}
      </div>
    </Dialog>
  );
}
