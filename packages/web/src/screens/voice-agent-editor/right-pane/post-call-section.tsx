import { analysisModels } from '@tendril/contract/voice/analysis-models';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { Section } from '../../../features/voice-agent/section.tsx';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { AddFieldMenu } from '../after-call/add-field-menu.tsx';
import { PostCallPanel } from '../after-call/post-call-panel.tsx';
import { usePostCallFields } from '../after-call/use-post-call-fields.ts';
import { useKeepSettings, useSetting } from '../after-call/use-setting.ts';

/** What is drawn from finished calls. */
export function PostCallSection({ agentId }: { agentId: string }) {
  const t = useTexts(voiceAfterCallTexts);
  const [isOpen, setOpen] = useState(false);
  const editing = usePostCallFields(agentId);
  const model = useSetting(agentId, 'postCallModel').value;
  useKeepSettings(agentId);
  // The price stands in the choice; a line is too short for it.
  const modelName = analysisModels.find(({ id }) => id === model)?.label.replace(/ \(.*\)$/, '') ?? '';
  const count = editing.fields.length;
  return (
    <Section
      Icon={ChartNoAxesColumn}
      title={t('postCall')}
      {...(isOpen && { count })}
      summary={editing.setting.value ? t('postCallSummary', { count, model: modelName }) : ''}
      action={<AddFieldMenu editing={editing} />}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      <PostCallPanel agentId={agentId} editing={editing} />
    </Section>
  );
}
