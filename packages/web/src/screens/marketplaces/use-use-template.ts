import type { TemplateCard } from '@tendril/contract/api/template-gallery';
import { useNavigate } from 'react-router';
import { canvasPath } from '../../kit/lib/flow-paths.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useCreateFlow, useCreateTool } from './templates.queries.ts';

type Used = Pick<TemplateCard, 'id' | 'type'>;

/** Makes a flow of a template and opens its canvas; of a tool's template a tool. */
export function useUseTemplate() {
  const t = useTexts(marketplacesTexts);
  const navigate = useNavigate();
  const flow = useCreateFlow();
  const tool = useCreateTool();
  const use = async ({ id, type }: Used) => {
    try {
      if (type === 'TOOL') {
        const { name } = await tool.mutateAsync(id);
        notify(t('toolMade', { name }), 'success');
        await navigate('/tools');
        return;
      }
      const made = await flow.mutateAsync(id);
      await navigate(`${canvasPath(type, made.id)}?chat=open`);
    } catch (thrown) {
      notifyError(thrown);
    }
  };
  return { isBusy: flow.isPending || tool.isPending, use };
}
