import { useQuery } from '@tanstack/react-query';
import { Rocket, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { deploymentTexts } from '../../../kit/texts/en/deployment.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { agentVersionsQuery } from '../versions/agent-versions.queries.ts';
import { PublishForm } from '../versions/publish-form.tsx';
import styles from './deployment.module.css';

/** Says when callers get something else than what is drawn, and publishes it. */
export function DraftNotice({ agentId }: { agentId: string }) {
  const t = useTexts(deploymentTexts);
  // What was typed a moment ago counts too.
  const { data } = useQuery({ ...agentVersionsQuery(agentId), staleTime: 0 });
  const [isAsking, setAsking] = useState(false);
  if (!data) return null;
  const live = data.data.find(({ isLive }) => isLive);
  if (live && !data.isDraftChanged) return null;
  return (
    <div className={styles['notice']} role="status">
      <TriangleAlert size={18} />
      <p>{live ? t('draftDiffers', { version: live.number }) : t('neverPublished')}</p>
      {isAsking ? (
        <PublishForm agentId={agentId} isNeeded />
      ) : (
        <Button size="small" icon={<Rocket size={16} />} onClick={() => setAsking(true)}>
          {t('publish')}
        </Button>
      )}
    </div>
  );
}
